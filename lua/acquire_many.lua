-- Decides several requests in one call, one after the other, each as acquire.lua does by itself.
--
-- KEYS[i]  one key per charge, request after request; all of them in one slot on a cluster
-- ARGV[1]  now    microseconds since the epoch, or "" for the server's TIME, as production passes
--          then per request:
--          id     as for acquire.lua
--          count  of its charges
--          then five per charge, as for acquire.lua
-- Reply    one per request: what acquire.lua replies, or a text where that fails
--
-- Hazards
-- * A request that fails, for instance because somebody else wrote its key, may have recorded a part, as with acquire.lua.
--   The others are decided.
-- * Redis's clock stands still while a script runs. Each request is a microsecond later than the one before, so that no two
--   permits of one client share theirs; a decision takes longer than that, so that no instant lies ahead.
-- * This file is joined behind `local function acquire(KEYS, ARGV)`, which is charges.lua and acquire.lua.

local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

local replies, key, arg = {}, 0, 2
while arg < #ARGV do
  local count = tonumber(ARGV[arg + 1])
  local keys, args = {}, { now, ARGV[arg] }
  for i = 1, count do
    keys[i] = KEYS[key + i]
  end
  for i = 2, 1 + 5 * count do
    args[1 + i] = ARGV[arg + i]
  end
  local done, reply = pcall(acquire, keys, args)
  if not done and type(reply) == 'table' then -- from Redis 7 on
    reply = reply.err
  end
  replies[#replies + 1] = reply
  key, arg, now = key + count, arg + 2 + 5 * count, now + 1
end
return replies
