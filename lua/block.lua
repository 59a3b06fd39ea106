-- Blocks clients by hand, or lets them in again. What they have used stays counted.
--
-- KEYS[i]  one key per charge; all of them in one slot on a cluster
-- ARGV[1]  now       microseconds since the epoch, or "" for the server's TIME, as production passes
-- ARGV[2]  duration  microseconds; 0 lets the client in again
--          then five per charge, as given to acquire: algorithm, permits, window, cost, setting
-- Reply    how many charges were given
--
-- Hazards
-- * The block stands in the key that every decision reads anyway: whoever blocks nobody pays no command for it.

local duration = tonumber(ARGV[2])
for i = 1, #charges do
  local charge = charges[i]
  local ttl = redis.call('PTTL', charge.key)
  charge.algorithm.block(charge, now, duration > 0 and now + duration or 0)
  local wanted = math.ceil(duration / 1000) + 2
  if ttl < wanted and duration > 0 then
    redis.call('PEXPIRE', charge.key, wanted)
  end
end
return #charges
