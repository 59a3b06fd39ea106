package io.weir.redis;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.redisson.client.codec.BaseCodec;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.Decoder;
import org.redisson.client.protocol.Encoder;

/**
 * Writes arguments as {@code StringCodec} does, without its buffer from Netty's pool for each of them; bytes as they are.
 * Reads what {@code StringCodec} reads.
 */
final class ArgumentCodec extends BaseCodec {

    static final ArgumentCodec INSTANCE = new ArgumentCodec();

    private final Encoder encoder = value -> Unpooled.wrappedBuffer(
            value instanceof byte[] bytes ? bytes : value.toString().getBytes(StandardCharsets.UTF_8));

    private ArgumentCodec() {}

    @Override
    public Encoder getValueEncoder() {
        return encoder;
    }

    @Override
    public Decoder<Object> getValueDecoder() {
        return StringCodec.INSTANCE.getValueDecoder();
    }
}
