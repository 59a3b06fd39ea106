package io.weir.local;

import io.weir.Charge;

/**
 * What is remembered for one key: the state of an algorithm and its arithmetic. Time is an argument, in microseconds
 * since the epoch; locking is the caller's.
 */
interface Window {

    /** Whether the charge fits at the given instant. Records nothing. */
    Check check(Charge charge, long now);

    /** Records a charge that was just found to fit, under the id of its request; tells how the window stands afterwards. */
    Check take(Charge charge, Check fitting, long now, String id);

    /** Returns what the request with this id recorded, if it still counts. */
    void refund(String id);
}
