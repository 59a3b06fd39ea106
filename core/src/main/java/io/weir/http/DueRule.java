package io.weir.http;

import io.weir.Charge;
import io.weir.Decision;
import io.weir.Quota;
import java.util.List;

/** A rule that is due for a request, and what it charges. */
record DueRule(Rule rule, List<Charge> charges) {

    /** Whether every limit of this rule had room. */
    boolean allowedBy(Decision decision) {
        if (decision.allowed()) {
            return true;
        }
        for (Quota quota : decision.quotas()) {
            if (!quota.allowed() && charges.contains(quota.charge())) {
                return false;
            }
        }
        return true;
    }
}
