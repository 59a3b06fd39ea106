package io.weir.testing;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands in for the name service of this JVM until it is closed: writes every question down, of names and of addresses,
 * and answers none. What code under test asks anyway, on whichever thread, is in {@link #questions()}.
 *
 * <p>It takes the place of a private field of {@link InetAddress}: {@code nameService} in JDK 17, {@code resolver} since
 * JDK 18 (JEP 418, which has no way to install a resolver later). Needs {@code --add-opens
 * java.base/java.net=ALL-UNNAMED}. One at a time.
 */
public final class NoNames implements AutoCloseable {

    private final Field field;
    private final Object before;
    private final List<String> questions = new CopyOnWriteArrayList<>();

    private NoNames(Field field) throws ReflectiveOperationException {
        this.field = field;
        before = field.get(null);
        forgetAnswers(); // or a name that somebody asked for a moment ago would not be asked again
        Class<?> service = field.getType();
        InvocationHandler handler = (proxy, method, arguments) -> answer(proxy, method, arguments);
        field.set(null, Proxy.newProxyInstance(service.getClassLoader(), new Class<?>[] {service}, handler));
    }

    /** Begins to answer no question. */
    public static NoNames install() {
        try {
            return new NoNames(nameService());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK keeps its name service elsewhere", e);
        }
    }

    /** What was asked since, in order: names as they are, addresses as lists of bytes. */
    public List<String> questions() {
        return List.copyOf(questions);
    }

    @Override
    public void close() {
        try {
            field.set(null, before);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object answer(Object proxy, Method method, Object[] arguments) throws UnknownHostException {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "NoNames";
            default -> {
                String asked = arguments[0] instanceof byte[] address
                        ? Arrays.toString(address)
                        : String.valueOf(arguments[0]);
                questions.add(asked);
                throw new UnknownHostException(asked);
            }
        };
    }

    private static Field nameService() throws NoSuchFieldException {
        String name = Runtime.version().feature() < 18 ? "nameService" : "resolver";
        return opened(name);
    }

    private static void forgetAnswers() throws ReflectiveOperationException {
        ((Map<?, ?>) opened("cache").get(null)).clear();
        ((Collection<?>) opened("expirySet").get(null)).clear();
    }

    private static Field opened(String name) throws NoSuchFieldException {
        Field field = InetAddress.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
