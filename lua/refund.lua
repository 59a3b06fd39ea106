-- Returns what an allowed request recorded, as far as it still counts. Never makes room for more than the limit.
--
-- KEYS[i]  one key per charge; all of them in one slot on a cluster
-- ARGV[1]  now          microseconds since the epoch, or "" for the server's TIME, as production passes
-- ARGV[2]  id           the request's, as given to acquire
-- ARGV[3]  at           microseconds: the `now` of the reply that allowed it
--          then five per charge, as given to acquire: algorithm, permits, window, cost, setting
--          then one per charge:
--          reset_after  microseconds, from the reply that allowed it
-- Reply    how many charges were given
--
-- Hazards
-- * A log forgets an id once, so a second refund of one request changes nothing. The other algorithms keep no ids: whoever
--   refunds twice makes room twice. RedissonRateLimiter refunds a decision once.

local now = now_of(ARGV[1])
local id = ARGV[2]
local at = tonumber(ARGV[3])
local charges = charges_from(4)
for i, charge in ipairs(charges) do
  charge.algorithm.refund(charge, now, id, at, tonumber(ARGV[3 + 5 * #KEYS + i]))
end
return #charges
