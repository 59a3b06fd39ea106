-- Two counters, of the current and the previous window; the previous one weighs as much as the sliding window still
-- overlaps it, as if its traffic had been even.
--
-- State    a string: start of the current window, permits taken in it, permits taken in the one before, since when, end
--          of a block by hand (0 = none)
-- Setting  none
-- Expiry   2 ms after the end of the next window
--
-- check(charge, now)             fits, remaining, available_after
-- take(charge, now)              after a check that fits: counts `cost`; remaining, available_after, reset_after
-- reset_after(charge, now)       after a check: microseconds until neither counter weighs anything
-- refund(charge, now, id, at)    takes `cost` off the counter of `at`, if it still counts
-- block(charge, now, stop)       refuses everything until `stop`; 0 forgets the block
--
-- Hazards
-- * A refund of what was taken before the state began (it was reset meanwhile) gives nothing back. That is told by the
--   microsecond: no two scripts run in the same one. Nor does a refund of what was taken after the clock
--   stepped back: never more than the limit, at the price of a charge that stays.
-- * Approximate. Where the traffic of the previous window was not even it admits up to twice the limit in a window, or
--   refuses what an exact window would admit.
-- * When the server's clock steps back, the later window stays the current one.

local sliding_window_counter = {}

local function load(charge, now)
  local window = charge.window
  local start = now - now % window
  local state = redis.call('GET', charge.key)
  local current, previous, since, blocked_until = 0, 0, 0, 0
  if state then
    local a, b, c, d, e = string.match(state, '^(%d+) (%d+) (%d+) (%d+) (%d+)$')
    local stored = tonumber(a)
    start = math.max(start, stored - stored % window)
    if stored >= start then
      current, previous = tonumber(b), tonumber(c)
    elseif stored >= start - window then
      previous = tonumber(b)
    end
    since, blocked_until = tonumber(d), tonumber(e)
  end
  charge.start, charge.current, charge.previous = start, current, previous
  charge.since, charge.blocked_until = since, blocked_until
end

local function save(charge, now, blocked_until)
  local ends = math.max(now + sliding_window_counter.reset_after(charge, now), blocked_until)
  if ends <= now then
    redis.call('DEL', charge.key)
  else
    local state = string.format(
      '%.0f %.0f %.0f %.0f %.0f', charge.start, charge.current, charge.previous, charge.since, blocked_until)
    redis.call('SET', charge.key, state, 'PX', string.format('%.0f', math.ceil((ends - now) / 1000) + 2))
  end
end

-- Permits in use, at an instant in the current window or the next, if nobody calls meanwhile.
local function used_at(charge, instant)
  local window = charge.window
  local elapsed = math.max(instant - charge.start, 0)
  if elapsed < window then
    return charge.previous * (window - elapsed) / window + charge.current
  end
  return charge.current * math.max(2 * window - elapsed, 0) / window
end

-- Microseconds until `wanted` fit. The estimate falls in straight lines, so it is solved, then corrected by the
-- microsecond that rounding may have cost.
local function wait_for(charge, now, wanted)
  local window, room = charge.window, charge.permits - wanted
  local instant
  if room >= charge.current then
    instant = charge.start + math.ceil(window * (1 - (room - charge.current) / charge.previous))
  else
    instant = charge.start + window + math.ceil(window * (1 - room / charge.current))
  end
  while used_at(charge, instant) > room do
    instant = instant + 1
  end
  while instant > now and used_at(charge, instant - 1) <= room do
    instant = instant - 1
  end
  return instant - now
end

local function answer(charge, now, fits, wanted)
  local used = used_at(charge, now)
  local remaining = math.max(math.floor(charge.permits - used), 0)
  if fits then
    return remaining, used > 0 and remaining < charge.permits and wait_for(charge, now, remaining + 1) or 0
  elseif wanted > charge.permits then
    return remaining, -1
  end
  return remaining, wait_for(charge, now, wanted)
end

function sliding_window_counter.check(charge, now)
  load(charge, now)
  local wanted = math.max(charge.cost, 1)
  local fits = used_at(charge, now) <= charge.permits - wanted
  return fits, answer(charge, now, fits, wanted)
end

function sliding_window_counter.take(charge, now)
  if charge.current + charge.previous == 0 then
    charge.since = now
  end
  charge.current = charge.current + charge.cost
  save(charge, now, 0)
  local remaining, available_after = answer(charge, now, true, 1)
  return remaining, available_after, sliding_window_counter.reset_after(charge, now)
end

function sliding_window_counter.reset_after(charge, now)
  if charge.current > 0 then
    return charge.start + 2 * charge.window - now
  end
  return charge.previous > 0 and charge.start + charge.window - now or 0
end

function sliding_window_counter.refund(charge, now, id, at)
  load(charge, now)
  if at < charge.since then
    return
  elseif at >= charge.start and at < charge.start + charge.window then
    charge.current = math.max(charge.current - charge.cost, 0)
  elseif at >= charge.start - charge.window and at < charge.start then
    charge.previous = math.max(charge.previous - charge.cost, 0)
  end
  save(charge, now, charge.blocked_until)
end

function sliding_window_counter.block(charge, now, stop)
  load(charge, now)
  save(charge, now, stop)
end
