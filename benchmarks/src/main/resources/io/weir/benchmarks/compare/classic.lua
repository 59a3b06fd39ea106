-- The sliding window log that is found everywhere: the client's clock, one member of a sorted set per request.
--
-- KEYS[1]  the client's sorted set
-- ARGV     now (milliseconds), window (milliseconds), permits, member (unique)
-- Reply    1 = admitted, 0 = refused

local now, window, permits, member = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]

redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - window)
if redis.call('ZCARD', KEYS[1]) < permits then
  redis.call('ZADD', KEYS[1], now, member)
  redis.call('PEXPIRE', KEYS[1], window)
  return 1
end
return 0
