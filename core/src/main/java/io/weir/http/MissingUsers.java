package io.weir.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches whether rules that go by the user ever see one, and says so, once, of each that does not. */
final class MissingUsers {

    private static final Logger log = LoggerFactory.getLogger(HttpGate.class);

    private final Map<String, FirstHundred> requests = new ConcurrentHashMap<>();

    /** Takes note of a call that was charged by a rule. */
    void heed(Rule rule, GateCall call) {
        if (!rule.needsUser()) {
            return;
        }
        FirstHundred ofRule = requests.computeIfAbsent(rule.name(), name -> new FirstHundred());
        if (!rule.misses(call)) {
            ofRule.has();
        } else if (ofRule.lacks()) {
            log.warn(
                    "Rule '{}' goes by the user, and none of its first 100 requests had one. Their addresses stand in: users"
                            + " behind one address spend each other's budget, and one with many addresses has many. If"
                            + " something authenticates, it has to come before Weir; if nothing does, the key is to be"
                            + " another; if these asked for the health of this node, exclude their path",
                    rule.name());
        }
    }
}
