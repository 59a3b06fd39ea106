package io.weir.redis;

/** Hears of decisions that Redis is asked for, for metrics. Called on threads of Redisson's too: return at once, throw nothing. */
public interface RedisListener {

    /**
     * Redis decided, or said why it does not.
     *
     * @param nanos since it was asked, the wait for a round trip included
     */
    default void answered(long nanos) {}

    /**
     * There was no answer that says anything: it failed, came too late, or was not waited for.
     *
     * @param nanos since it was asked
     */
    default void failed(long nanos) {}

    /**
     * A round trip began.
     *
     * @param decisions how many it asks for, 1 and more
     */
    default void sent(int decisions) {}
}
