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
-- check(charge, now)             fits, remaining, available_after, reset_after
-- take(charge, now, id, remaining, available_after, reset_after)
--                                after a check that fits, and with what it said: counts `cost`, drops buckets that are
--                                outside; remaining, available_after, reset_after
-- refund(charge, now, id, at)    takes `cost` off the bucket of `at`
-- block(charge, now, stop)       refuses everything until `stop`; 0 forgets the block
--
-- Hazards
-- * A refund of what was taken before the state began (it was reset meanwhile) gives nothing back. That is told by the
--   microsecond: no two scripts run in the same one. Nor does a refund of what was taken after the clock
--   stepped back: never more than the limit, at the price of a charge that stays.
-- * A bucket that ends later than the current one is older than it looks: the limit had wider buckets, or the server's
--   clock stepped back. Its permits were taken by now, so it moves to the current bucket: never more than the limit.

local call = redis.call

local sliding_window_buckets = {}

-- The end of the bucket that an instant falls into. The bucket is wholly outside one window later.
local function end_of_bucket(charge, instant)
  local width = math.ceil(charge.window / charge.setting)
  return (math.floor(instant / width) + 1) * width
end

-- Microseconds until as many permits have left.
local function wait_for(buckets, permits, start)
  local ends = {}
  for finish in pairs(buckets) do
    ends[#ends + 1] = finish
  end
  table.sort(ends)
  local left, i = 0, 0
  while left < permits do
    i = i + 1
    left = left + buckets[ends[i]]
  end
  return ends[i] - start
end

function sliding_window_buckets.check(charge, now)
  local fields = call('HGETALL', charge.key)
  local buckets, outside, used = {}, nil, 0 -- permits by the end of their bucket; fields
  local start, current = now - charge.window, end_of_bucket(charge, now)
  local oldest, newest = math.huge, start
  for i = 1, #fields, 2 do
    local field = fields[i]
    if field == '!' then
      charge.blocked_until = tonumber(fields[i + 1])
    elseif field ~= '@' then
      local finish, count = tonumber(field), tonumber(fields[i + 1])
      if finish <= start then
        outside = outside or {}
        outside[#outside + 1] = field
      else
        if finish > current then
          call('HDEL', charge.key, field)
          call('HINCRBY', charge.key, current, count)
          finish = current
        end
        buckets[finish] = (buckets[finish] or 0) + count
        used = used + count
        oldest, newest = math.min(oldest, finish), math.max(newest, finish)
      end
    end
  end
  charge.outside = outside

  local permits, wanted = charge.permits, math.max(charge.cost, 1)
  local fits = used + wanted <= permits
  local available_after = 0
  if wanted > permits then
    available_after = -1
  elseif not fits then
    available_after = wait_for(buckets, used + wanted - permits, start)
  elseif used > 0 then
    available_after = oldest - start
  end
  return fits, math.max(permits - used, 0), available_after, newest - start
end

function sliding_window_buckets.take(charge, now, id, remaining, available_after, reset_after)
  local key, cost = charge.key, charge.cost
  if charge.outside then
    call('HDEL', key, unpack(charge.outside))
  end
  local finish = end_of_bucket(charge, now)
  call('HINCRBY', key, finish, cost)
  if reset_after == 0 then
    call('HSET', key, '@', now)
    available_after = math.huge
  end
  reset_after = finish + charge.window - now
  call('PEXPIRE', key, math.ceil(reset_after / 1000) + 2)
  return remaining - cost, math.min(available_after, reset_after), reset_after
end

function sliding_window_buckets.refund(charge, now, id, at)
  local field = end_of_bucket(charge, at)
  local found = call('HMGET', charge.key, field, '@')
  local count = tonumber(found[1] or 0)
  if at < tonumber(found[2] or 0) then
    return
  elseif count > charge.cost then
    call('HINCRBY', charge.key, field, -charge.cost)
  elseif count > 0 then
    call('HDEL', charge.key, field)
  end
end

function sliding_window_buckets.block(charge, now, stop)
  if stop > 0 then
    call('HSET', charge.key, '!', stop)
  else
    call('HDEL', charge.key, '!')
  end
end
