-- Two counters, of the current and the previous window; the previous one weighs as much as the sliding window still
-- overlaps it, as if its traffic had been even.
--
-- State    a string: start of the current window, permits taken in it, permits taken in the one before, since when, end
--          of a block by hand (0 = none)
-- Setting  none
-- Expiry   2 ms after the end of the next window
--
-- check(charge, now)             fits, remaining, available_after, reset_after
-- take(charge, now)              after a check that fits: counts `cost`; remaining, available_after, reset_after
-- refund(charge, now, id, at)    takes `cost` off the counter of `at`, if it still counts; by what is stored, not by the limit
--                                that the request met: it may have been changed since
-- block(charge, now, stop)       refuses everything until `stop`; 0 forgets the block
--
-- Hazards
-- * A refund of what was taken before the state began (it was reset meanwhile) gives nothing back. That is told by the
--   microsecond: no two scripts run in the same one. Nor does a refund of what was taken after the clock
--   stepped back: never more than the limit, at the price of a charge that stays.
-- * Approximate. Where the traffic of the previous window was not even it admits up to twice the limit in a window, or
--   refuses what an exact window would admit.
-- * When the server's clock steps back, the later window stays the current one.

local call = redis.call

local sliding_window_counter = {}

local function read(key)
  local state = call('GET', key)
  if not state then
    return 0, 0, 0, 0, 0
  end
  local a, b, c, d, e = string.match(state, '^(%d+) (%d+) (%d+) (%d+) (%d+)$')
  return tonumber(a), tonumber(b), tonumber(c), tonumber(d), tonumber(e)
end

local function text(start, current, previous, since, blocked_until)
  return string.format('%.0f %.0f %.0f %.0f %.0f', start, current, previous, since, blocked_until)
end

local function load(charge, now)
  local window = charge.window
  local stored, counted, before, since, blocked_until = read(charge.key)
  local start = math.max(now - now % window, stored - stored % window)
  local current, previous = 0, 0
  if stored >= start then
    current, previous = counted, before
  elseif stored >= start - window then
    previous = counted
  end
  charge.start, charge.current, charge.previous = start, current, previous
  charge.since, charge.blocked_until = since, blocked_until
end

local function reset_after_of(charge, now)
  if charge.current > 0 then
    return charge.start + 2 * charge.window - now
  end
  return charge.previous > 0 and charge.start + charge.window - now or 0
end

local function save(charge, now, blocked_until)
  local ends = math.max(now + reset_after_of(charge, now), blocked_until)
  if ends <= now then
    call('DEL', charge.key)
  else
    local state = text(charge.start, charge.current, charge.previous, charge.since, blocked_until)
    call('SET', charge.key, state, 'PX', math.ceil((ends - now) / 1000) + 2)
  end
end

-- Whether no more than `room` permits are in use, at an instant in the current window or the next, if nobody calls
-- meanwhile. Products are compared, not quotients: they differ from one microsecond to the next however large they are.
local function has_room(charge, instant, room)
  local window = charge.window
  local elapsed = math.max(instant - charge.start, 0)
  if elapsed < window then
    return charge.previous * (window - elapsed) <= (room - charge.current) * window
  end
  return charge.current * math.max(2 * window - elapsed, 0) <= room * window
end

local function remaining_at(charge, now)
  local window = charge.window
  local elapsed = math.max(now - charge.start, 0)
  local weight = math.ceil(charge.previous * (window - elapsed) / window)
  local remaining = math.max(charge.permits - charge.current - weight, 0)
  while remaining > 0 and not has_room(charge, now, charge.permits - remaining) do
    remaining = remaining - 1
  end
  return remaining
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
  instant = math.max(instant, now)
  while not has_room(charge, instant, room) do
    instant = instant + 1
  end
  while instant > now and has_room(charge, instant - 1, room) do
    instant = instant - 1
  end
  return instant - now
end

local function answer(charge, now, fits, wanted)
  local remaining = remaining_at(charge, now)
  if fits then
    return remaining, remaining < charge.permits and wait_for(charge, now, remaining + 1) or 0
  elseif wanted > charge.permits then
    return remaining, -1
  end
  return remaining, wait_for(charge, now, wanted)
end

function sliding_window_counter.check(charge, now)
  load(charge, now)
  local wanted = math.max(charge.cost, 1)
  local fits = has_room(charge, now, charge.permits - wanted)
  local remaining, available_after = answer(charge, now, fits, wanted)
  return fits, remaining, available_after, reset_after_of(charge, now)
end

function sliding_window_counter.take(charge, now)
  if charge.current + charge.previous == 0 then
    charge.since = now
  end
  charge.current = charge.current + charge.cost
  save(charge, now, 0)
  local remaining, available_after = answer(charge, now, true, 1)
  return remaining, available_after, reset_after_of(charge, now)
end

function sliding_window_counter.refund(charge, now, id, at)
  local start, current, previous, since, blocked_until = read(charge.key)
  if current + previous == 0 or at < since or at < start - charge.window then
    return
  elseif at >= start then
    current = math.max(current - charge.cost, 0)
  else
    previous = math.max(previous - charge.cost, 0)
  end
  if current + previous == 0 and blocked_until <= now then
    call('DEL', charge.key)
  else
    call('SET', charge.key, text(start, current, previous, since, blocked_until), 'KEEPTTL')
  end
end

function sliding_window_counter.block(charge, now, stop)
  load(charge, now)
  save(charge, now, stop)
end
