package io.weir.http;

import io.weir.Algorithm;
import io.weir.Charge;
import io.weir.Decision;
import io.weir.Limit;
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

    /** Whether less than a fifth of one limit of this rule is left. */
    boolean isNearLimit(Decision decision) {
        for (Quota quota : decision.quotas()) {
            if (quota.remaining() * 5 < most(quota.limit()) && charges.contains(quota.charge())) {
                return true;
            }
        }
        return false;
    }

    /** What remains of a limit that nobody uses. */
    private static long most(Limit limit) {
        return limit.algorithm() instanceof Algorithm.Gcra gcra && gcra.burst() > 0 ? gcra.burst() : limit.permits();
    }
}
