package io.weir.redis;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The scripts that were joined so far: one for each driver and set of algorithms. */
final class Drivers {

    private record Driver(String name, Set<String> algorithms) {}

    private final Map<Driver, LuaScript> joined = new ConcurrentHashMap<>();
    private final Map<Set<String>, LuaScript> many = new ConcurrentHashMap<>();

    /** A driver for one request. */
    LuaScript of(String name, Set<String> algorithms) {
        return joined.computeIfAbsent(
                new Driver(name, algorithms), driver -> LuaScript.driver(driver.name, driver.algorithms));
    }

    /** The driver that decides several requests, of all these algorithms together. */
    LuaScript many(List<Call> calls) {
        Set<String> algorithms = new HashSet<>();
        for (Call call : calls) {
            algorithms.addAll(call.algorithms());
        }
        return many.computeIfAbsent(algorithms, LuaScript::many);
    }
}
