package io.weir.redis;

import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says which jars a class path has, where a class or a method that Redisson needs is missing: an application has brought
 * others, or a part of them.
 *
 * <p>Redisson 4.7 was built with Netty 4.2 and, without TLS or epoll, runs on a whole Netty 4.1 as well; what never works is one
 * jar of 4.1 among those of 4.2.
 */
final class ClassPath {

    /** The jars that a decision cannot do without, and a class of each. */
    private static final Map<String, String> CLASSES = new LinkedHashMap<>();

    static {
        CLASSES.put("netty-common", "io.netty.util.concurrent.FastThreadLocal");
        CLASSES.put("netty-buffer", "io.netty.buffer.ByteBuf");
        CLASSES.put("netty-transport", "io.netty.channel.Channel");
        CLASSES.put("netty-handler", "io.netty.handler.timeout.IdleStateHandler");
        CLASSES.put("netty-codec", "io.netty.handler.codec.ByteToMessageDecoder");
        CLASSES.put("netty-resolver", "io.netty.resolver.AddressResolver");
        CLASSES.put("netty-codec-dns", "io.netty.handler.codec.dns.DnsRecord");
        CLASSES.put("netty-resolver-dns", "io.netty.resolver.dns.DnsAddressResolverGroup");
        CLASSES.put("redisson", "org.redisson.Redisson");
    }

    private ClassPath() {}

    /** What is needed, and what there is. */
    static String advice() {
        return "needed are Redisson 4.7 and the jars of Netty 4.2 in one version, or all those of 4.1; found are "
                + found();
    }

    /** The jars by their places, which name their versions. */
    private static String found() {
        List<String> found = new ArrayList<>();
        CLASSES.forEach((jar, type) -> found.add(jar + " " + place(type)));
        return String.join(", ", found);
    }

    private static String place(String name) {
        try {
            Class<?> type = Class.forName(name, false, ClassPath.class.getClassLoader());
            CodeSource source = type.getProtectionDomain().getCodeSource();
            URL place = source == null ? null : source.getLocation();
            return place == null ? "in an unknown place" : "in " + place;
        } catch (ClassNotFoundException | LinkageError e) {
            return "nowhere";
        }
    }
}
