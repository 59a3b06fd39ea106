-- The exact sliding window: remembers when every permit was taken and counts those younger than the window.
--
-- State    a sorted set; one member per permit, its score the microsecond at which it was taken
--          members of a request: id, id.2, id.3, ... so that equal instants never collapse and a refund finds its own
--          a block by hand: the member "!", its score the end of the block, negative, so that it comes first
-- Setting  none
-- Expiry   the window and 2 ms after the last permit was taken: PEXPIRE counts whole milliseconds from the start of
--          the script, and must never drop a permit that still counts by a clock that has not been set
--
-- check(charge, now)            fits, remaining, available_after; drops what is older than the window
-- take(charge, now, id)         after a check that fits: records `cost` permits; remaining, available_after, reset_after
-- reset_after(charge, now)      after a check: microseconds until the last permit leaves
-- refund(charge, now, id)       forgets the permits of a request
-- block(charge, now, stop)      refuses everything until `stop`; 0 forgets the block
--
-- Hazards
-- * A permit taken at t counts in [t, t + window) and not at t + window: half-open, so the score t = now - window goes.
-- * When the server's clock steps back, permits with a later score still count: never more than the limit, at the
--   price of a longer wait by the size of the step.
-- * Costs memory per permit; above 128 members Redis stores each about five times larger. Large limits want buckets.

local sliding_window_log = {}

local function score_at(key, index)
  local entry = redis.call('ZRANGE', key, index, index, 'WITHSCORES')
  return tonumber(entry[2])
end

local function each_member(id, count, call)
  local members = {}
  for i = 1, count do
    members[#members + 1] = i == 1 and id or id .. '.' .. i
    if #members == 1000 or i == count then -- Lua's stack holds 8000 values
      call(members)
      members = {}
    end
  end
end

function sliding_window_log.check(charge, now)
  local key, permits, window = charge.key, charge.permits, charge.window
  local wanted = math.max(charge.cost, 1)

  local oldest = score_at(key, 0)
  local first = 0
  if oldest and oldest < 0 then
    if -oldest > now then
      charge.blocked_until = -oldest
      first = 1
    else
      redis.call('ZREM', key, '!')
    end
    oldest = score_at(key, first)
  end
  if oldest and oldest <= now - window then
    redis.call('ZREMRANGEBYSCORE', key, 0, string.format('%.0f', now - window))
    oldest = score_at(key, first)
  end
  local used = oldest and redis.call('ZCARD', key) - first or 0

  local fits = used + wanted <= permits
  local available_after = 0
  if fits then
    available_after = oldest and oldest + window - now or 0
  elseif wanted > permits then
    available_after = -1
  else
    available_after = score_at(key, first + used + wanted - permits - 1) + window - now
  end
  charge.used = used
  return fits, math.max(permits - used, 0), available_after
end

function sliding_window_log.take(charge, now, id)
  local score = string.format('%.0f', now)
  each_member(id, charge.cost, function(members)
    local entries = {}
    for i, member in ipairs(members) do
      entries[2 * i - 1] = score
      entries[2 * i] = member
    end
    redis.call('ZADD', charge.key, unpack(entries))
  end)
  redis.call('PEXPIRE', charge.key, string.format('%.0f', math.ceil(charge.window / 1000) + 2))

  local was_empty = charge.used == 0
  local available_after = was_empty and charge.window or math.min(charge.available_after, charge.window)
  return charge.remaining - charge.cost, available_after, charge.window
end

function sliding_window_log.reset_after(charge, now)
  return charge.used > 0 and score_at(charge.key, -1) + charge.window - now or 0
end

function sliding_window_log.refund(charge, now, id)
  each_member(id, charge.cost, function(members)
    redis.call('ZREM', charge.key, unpack(members))
  end)
end

function sliding_window_log.block(charge, now, stop)
  redis.call('ZREM', charge.key, '!')
  if stop > 0 then
    redis.call('ZADD', charge.key, string.format('%.0f', -stop), '!')
  end
end
