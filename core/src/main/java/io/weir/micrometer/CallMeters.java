package io.weir.micrometer;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import io.weir.redis.RedisListener;
import java.util.concurrent.TimeUnit;

/** Notes how long each call to Redis takes, which a sum does not tell. */
record CallMeters(Timer answered, Timer failed, DistributionSummary batchSize) implements RedisListener {

    @Override
    public void answered(long nanos) {
        answered.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void failed(long nanos) {
        failed.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void sent(int decisions) {
        batchSize.record(decisions);
    }
}
