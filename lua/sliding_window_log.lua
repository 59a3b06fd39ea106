-- The exact sliding window: remembers when every permit was taken and counts those younger than the window.
--
-- State    a sorted set; one member per permit, its score the microsecond at which it was taken
--          members of a request: id, id.2, id.3, ... so that equal instants never collapse and a refund finds its own
-- Expiry   the window and 2 ms after the last permit was taken: PEXPIRE counts whole milliseconds from the start of
--          the script, and must never drop a permit that still counts
--
-- check(charge, now)       fits, remaining, available_after; drops what is older than the window, records nothing
-- take(charge, now, id)    after a check that fits: records `cost` permits; remaining, available_after, reset_after
-- reset_after(charge, now) microseconds until the last permit leaves
--
-- Hazards
-- * A permit taken at t counts in [t, t + window) and not at t + window: half-open, so the score t = now - window goes.
-- * When the server's clock steps back, permits with a later score still count: never more than the limit, at the
--   price of a longer wait by the size of the step.
-- * Costs memory per permit; above 128 members Redis stores them eight times larger. Large limits want buckets.

local function score_at(key, index)
  local entry = redis.call('ZRANGE', key, index, index, 'WITHSCORES')
  return tonumber(entry[2])
end

local sliding_window_log = {}

function sliding_window_log.check(charge, now)
  local key, permits, window = charge.key, charge.permits, charge.window
  local wanted = math.max(charge.cost, 1)

  local oldest = score_at(key, 0)
  if oldest and oldest <= now - window then
    redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now - window))
    oldest = score_at(key, 0)
  end
  local used = oldest and redis.call('ZCARD', key) or 0

  local fits = used + wanted <= permits
  local available_after = 0
  if fits then
    available_after = oldest and oldest + window - now or 0
  elseif wanted > permits then
    available_after = -1
  else
    available_after = score_at(key, used + wanted - permits - 1) + window - now
  end
  return fits, math.max(permits - used, 0), available_after
end

function sliding_window_log.take(charge, now, id)
  local score = string.format('%.0f', now)
  local entries = {}
  for i = 1, charge.cost do
    entries[#entries + 1] = score
    entries[#entries + 1] = i == 1 and id or id .. '.' .. i
    if #entries == 2000 or i == charge.cost then -- Lua's stack holds 8000 values
      redis.call('ZADD', charge.key, unpack(entries))
      entries = {}
    end
  end
  redis.call('PEXPIRE', charge.key, string.format('%.0f', math.ceil(charge.window / 1000) + 2))

  local was_empty = charge.available_after == 0
  local available_after = was_empty and charge.window or math.min(charge.available_after, charge.window)
  return charge.remaining - charge.cost, available_after, charge.window
end

function sliding_window_log.reset_after(charge, now)
  local newest = score_at(charge.key, -1)
  return newest and newest + charge.window - now or 0
end
