-- Returns what an allowed request recorded, as far as it still counts. Never makes room for more than the limit.
--
-- KEYS[i]  one key per charge; all of them in one slot on a cluster
-- ARGV[1]  now          microseconds since the epoch, or "" for the server's TIME, as production passes
-- ARGV[2]  id           the request's, as given to acquire
--          then five per charge, as given to acquire: algorithm, permits, window, cost, setting
--          then, from the reply that allowed it, in microseconds:
--          at           its `now`; of the calls that decided on several servers, the earliest
--          reset_after  one per charge, counted from `at`
-- Reply    how many charges were given
--
-- Hazards
-- * A log forgets the permits of an id once, so a second refund of one request changes nothing. The other algorithms keep no
--   ids: whoever refunds twice makes room twice. RedissonRateLimiter refunds a decision once.

local id = ARGV[2]
local last = 2 + 5 * #charges
local at = tonumber(ARGV[last + 1])
for i = 1, #charges do
  local charge = charges[i]
  charge.algorithm.refund(charge, now, id, at, tonumber(ARGV[last + 1 + i]))
end
return #charges
