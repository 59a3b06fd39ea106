/**
 * From {@code rate-limits.yaml}, or a handful of init-params, to a ready {@link io.weir.http.HttpGate}: everything is
 * checked at start-up, and all mistakes are told at once, each with its place. A file that changes is checked in the same
 * way, and taken whole or not at all.
 *
 * <p>All that a file can say; only {@code redis} and {@code rules}, and of a rule {@code name} and {@code limits}, are
 * needed:
 *
 * <pre>
 * redis: redis://localhost:6379        # or a file of Redisson, jndi:java:comp/env/redis/limiter, or attribute:name
 * deadline: 100ms                      # the longest wait for a decision
 * application: shop                    # keeps its counts apart; unless given, the container names it
 * mode: enforce                        # or shadow: decide, count and report, never refuse
 * on-failure: local                    # while no decision can be had: count in this JVM; or allow, or deny: 503
 * local-keys: 100000                   # how many counters this JVM keeps then
 * trusted-proxies: [10.0.0.0/8]        # whose word is taken for where a request comes from; nobody's unless given
 * forwarded-header: X-Forwarded-For    # or Forwarded
 * ipv6-prefix: 56                      # IPv6 clients of one network are one
 * headers: [ratelimit, x-ratelimit]    # and ratelimit-shadow; [] for none but Retry-After
 * expose-headers: false                # or true: scripts of other origins may read these fields
 * exclude: [/health, /static/**]       # to the letter: /health/ is not /health
 * reload: 10s                          # how often to look whether the file has changed, 1s to 1d; or off
 * metrics: [jmx]                       # where the counts are shown; also micrometer, in its global registry; [] for nowhere
 * rules:
 *   - name: login
 *     paths: [/login]                  # every path unless given
 *     methods: [POST]                  # every method unless given
 *     key: ip                          # 'user | ip' unless given; a list, [ip, path] for instance: all together
 *     limits: 5/15m                    # or 5 per 15 minutes; a list: all must have room
 *     count: [401, 403]                # or failures, successes: only these responses keep their charge
 *   - name: api
 *     limits: [10/1s, 1000/1h]         # of everybody else
 *     tiers:                           # the first whose role the user has
 *       - { role: gold, limits: [50/1s, 10000/1h] }
 *     cost: { header: X-Cost, max: 100 }   # or a number; 1 unless given
 *     on-failure: deny
 *     mode: shadow
 *   - name: quotas
 *     limits:
 *       - { permits: 200000, window: 1m, algorithm: sliding-window-buckets, buckets: 60 }    # 2 to 240
 *       - { rate: 100/1h, algorithm: sliding-window-counter }
 *       - { rate: 10/1s, algorithm: gcra, burst: 20 }    # as many as permits unless given
 *       - { rate: 500/1d, algorithm: fixed-window }      # blocks of 24 hours, in UTC
 *       - { name: monthly, permits: 50000, window: month, algorithm: fixed-window, zone: Europe/Paris }
 * </pre>
 *
 * <p>A gate in shadow refuses nothing, whatever its rules say. A cost from a header is for callers that may be trusted with
 * it: whoever can set the header can say 1.
 */
@NullMarked
package io.weir.config;

import org.jspecify.annotations.NullMarked;
