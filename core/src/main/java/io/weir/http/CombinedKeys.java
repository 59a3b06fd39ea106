package io.weir.http;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keys made of keys. */
final class CombinedKeys {

    /** Stands for every client whose key is absent in a container that does not know addresses: they share a budget. */
    private static final Identity UNIDENTIFIED = Identity.of("unidentified", "all");

    private CombinedKeys() {}

    /** The identity of a call that may lack what the key looks at: then its address. */
    static Identity orAddress(ClientKey key, HttpCall call) {
        Identity identity = key.of(call);
        if (identity == null) {
            if (call instanceof GateCall asked) { // always, unless a key of other code asks
                asked.keyIsAbsent();
            }
            identity = WordKey.IP.of(call);
        }
        return identity == null ? UNIDENTIFIED : identity;
    }

    private static Set<ClientKey.Need> both(ClientKey first, ClientKey second) {
        Set<ClientKey.Need> needs = EnumSet.noneOf(ClientKey.Need.class);
        needs.addAll(first.needs());
        needs.addAll(second.needs());
        return needs;
    }

    record FirstPresent(ClientKey first, ClientKey second) implements ClientKey {

        @Override
        public @Nullable Identity of(HttpCall call) {
            Identity identity = first.of(call);
            return identity == null ? second.of(call) : identity;
        }

        @Override
        public Set<Need> needs() {
            return both(first, second);
        }

        @Override
        public String toString() {
            return first + " | " + second;
        }
    }

    record Both(ClientKey first, ClientKey second) implements ClientKey {

        @Override
        public Identity of(HttpCall call) {
            return orAddress(first, call).and(orAddress(second, call));
        }

        @Override
        public Set<Need> needs() {
            return both(first, second);
        }

        @Override
        public String toString() {
            return first + ", " + second;
        }
    }
}
