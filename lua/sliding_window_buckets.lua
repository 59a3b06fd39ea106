-- A sliding window that moves in steps: one counter per bucket of time. Never more than the limit in any window; the
-- oldest bucket counts in full until it is wholly outside, so a permit frees at most one bucket late.
--
-- State    a hash; field: the end of a bucket in microseconds; value: permits taken in it. The end, not a number, so that
--          it says the same after the window or the number of buckets has been changed
--          the field "@": since when there is a bucket that counts
--          a block by hand: the field "!", its value the end of the block
-- Setting  buckets per window, 2 to 240
-- Expiry   2 ms after the newest bucket is wholly outside
--
-- check(charge, now)             fits, remaining, available_after
-- take(charge, now)              after a check that fits: counts `cost`, drops buckets that are outside; remaining,
--                                available_after, reset_after
-- reset_after(charge, now)       after a check: microseconds until the newest bucket is wholly outside
-- refund(charge, now, id, at)    takes `cost` off the bucket of `at`
-- block(charge, now, stop)       refuses everything until `stop`; 0 forgets the block
--
-- Hazards
-- * A refund of what was taken before the state began (it was reset meanwhile) gives nothing back. That is told by the
--   microsecond: no two scripts run in the same one. Nor does a refund of what was taken after the clock
--   stepped back: never more than the limit, at the price of a charge that stays.
-- * A bucket that ends later than the current one is older than it looks: the limit had wider buckets, or the server's
--   clock stepped back. Its permits were taken by now, so it moves to the current bucket: never more than the limit.

local sliding_window_buckets = {}

-- The end of the bucket that an instant falls into. The bucket is wholly outside one window later.
local function end_of_bucket(charge, instant)
  local width = math.ceil(charge.window / tonumber(charge.setting))
  return (math.floor(instant / width) + 1) * width
end

function sliding_window_buckets.check(charge, now)
  local fields = redis.call('HGETALL', charge.key)
  local buckets, outside, used = {}, {}, 0
  local start, current = now - charge.window, end_of_bucket(charge, now)
  for i = 1, #fields, 2 do
    if fields[i] == '!' then
      charge.blocked_until = tonumber(fields[i + 1])
    elseif fields[i] ~= '@' then
      local finish, count = tonumber(fields[i]), tonumber(fields[i + 1])
      if finish <= start then
        outside[#outside + 1] = fields[i]
      else
        if finish > current then
          redis.call('HDEL', charge.key, fields[i])
          redis.call('HINCRBY', charge.key, string.format('%.0f', current), string.format('%.0f', count))
          finish = current
        end
        buckets[#buckets + 1] = { finish = finish, count = count }
        used = used + count
      end
    end
  end
  table.sort(buckets, function(a, b)
    return a.finish < b.finish
  end)
  charge.buckets, charge.outside = buckets, outside

  local wanted = math.max(charge.cost, 1)
  local fits = used + wanted <= charge.permits
  local available_after = 0
  if fits then
    available_after = buckets[1] and buckets[1].finish - start or 0
  elseif wanted > charge.permits then
    available_after = -1
  else
    local leaving, i = 0, 0
    while used - leaving + wanted > charge.permits do
      i = i + 1
      leaving = leaving + buckets[i].count
    end
    available_after = buckets[i].finish - start
  end
  return fits, math.max(charge.permits - used, 0), available_after
end

function sliding_window_buckets.take(charge, now)
  local finish = end_of_bucket(charge, now)
  if #charge.outside > 0 then
    redis.call('HDEL', charge.key, unpack(charge.outside))
  end
  redis.call('HINCRBY', charge.key, string.format('%.0f', finish), string.format('%.0f', charge.cost))
  if #charge.buckets == 0 then
    redis.call('HSET', charge.key, '@', string.format('%.0f', now))
  end
  local reset_after = finish + charge.window - now
  redis.call('PEXPIRE', charge.key, string.format('%.0f', math.ceil(reset_after / 1000) + 2))

  local oldest = charge.buckets[1]
  local available_after = oldest and math.min(charge.available_after, reset_after) or reset_after
  return charge.remaining - charge.cost, available_after, reset_after
end

function sliding_window_buckets.reset_after(charge, now)
  local newest = charge.buckets[#charge.buckets]
  return newest and newest.finish + charge.window - now or 0
end

function sliding_window_buckets.refund(charge, now, id, at)
  local field = string.format('%.0f', end_of_bucket(charge, at))
  local found = redis.call('HMGET', charge.key, field, '@')
  local count = tonumber(found[1] or 0)
  if at < tonumber(found[2] or 0) then
    return
  elseif count > charge.cost then
    redis.call('HINCRBY', charge.key, field, string.format('%.0f', -charge.cost))
  elseif count > 0 then
    redis.call('HDEL', charge.key, field)
  end
end

function sliding_window_buckets.block(charge, now, stop)
  if stop > 0 then
    redis.call('HSET', charge.key, '!', string.format('%.0f', stop))
  else
    redis.call('HDEL', charge.key, '!')
  end
end
