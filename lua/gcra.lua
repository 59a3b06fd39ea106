-- The generic cell rate algorithm, told as a bucket that leaks: every permit fills it by one window, it leaks `permits`
-- every microsecond, and holds `burst` windows. Whole numbers, so that no spacing is rounded.
--
-- State    a string: the instant of the last change, the level then, the window by which it was filled, since when it is
--          not empty, end of a block by hand (0 = none)
-- Setting  burst: permits that may be taken at once, 1 and more
-- Expiry   2 ms after the bucket is empty
--
-- check(charge, now)             fits, remaining, available_after, reset_after
-- take(charge, now)              after a check that fits: fills in `cost`; remaining, available_after, reset_after
-- refund(charge, now, id, at, reset_after)
--                                takes out what of `cost` has not leaked yet: what came before it leaks first; from the level
--                                as it is stored, since the limit that the request met may have been changed
-- block(charge, now, stop)       refuses everything until `stop`; 0 forgets the block
--
-- Hazards
-- * A refund of what was taken before the state began (it was reset meanwhile) gives nothing back. That is told by the
--   microsecond: no two scripts run in the same one. Nor does a refund of what was taken after the clock
--   stepped back: never more than the limit, at the price of a charge that stays.
-- * Above burst * window = 2^53 (a million a day) the level is rounded to 16 digits.
-- * When the server's clock steps back, nothing leaks until it is where it was.

local call = redis.call

local gcra = {}

local function read(charge, now)
  local state = call('GET', charge.key)
  if not state then
    return now, 0, charge.window, 0, 0
  end
  local a, b, c, d, e = string.match(state, '^(%S+) (%S+) (%S+) (%S+) (%S+)$')
  return tonumber(a), tonumber(b), tonumber(c), tonumber(d), tonumber(e)
end

local function text(last, level, window, since, blocked_until)
  return string.format('%.0f %.17g %.0f %.0f %.0f', last, level, window, since, blocked_until)
end

local function load(charge, now)
  local last, level, window, since, blocked_until = read(charge, now)
  if window ~= charge.window then -- the limit was changed: as many permits as before, in windows of now
    level = level / window * charge.window
  end
  charge.burst = charge.permits > 0 and tonumber(charge.setting) or 0
  if level > charge.burst * charge.window then -- the limit was lowered: full, and nothing of before can be refunded
    level = charge.burst * charge.window
    since = last + 1
  end
  charge.last = math.max(last, now)
  charge.level = math.max(level - (charge.last - last) * charge.permits, 0)
  charge.since = since
  charge.blocked_until = blocked_until
end

local function reset_after_of(charge, now)
  return charge.level > 0 and charge.last + math.ceil(charge.level / math.max(charge.permits, 1)) - now or 0
end

local function save(charge, now, blocked_until)
  local ends = math.max(now + reset_after_of(charge, now), blocked_until)
  if ends <= now then
    call('DEL', charge.key)
  else
    local state = text(charge.last, charge.level, charge.window, charge.since, blocked_until)
    call('SET', charge.key, state, 'PX', math.ceil((ends - now) / 1000) + 2)
  end
end

-- Microseconds until `wanted` fit: solved, then corrected by the microsecond that rounding may have cost.
local function wait_for(charge, now, wanted)
  local highest = (charge.burst - wanted) * charge.window
  local wait = math.max(math.ceil((charge.level - highest) / charge.permits), 0)
  while charge.level - wait * charge.permits > highest do
    wait = wait + 1
  end
  while wait > 0 and charge.level - (wait - 1) * charge.permits <= highest do
    wait = wait - 1
  end
  return charge.last + wait - now
end

local function answer(charge, now, fits, wanted)
  local remaining = math.max(math.floor((charge.burst * charge.window - charge.level) / charge.window), 0)
  if charge.permits == 0 then
    return 0, -1
  elseif fits then
    return remaining, remaining < charge.burst and wait_for(charge, now, remaining + 1) or 0
  elseif wanted > charge.burst then
    return remaining, -1
  end
  return remaining, wait_for(charge, now, wanted)
end

function gcra.check(charge, now)
  load(charge, now)
  local wanted = math.max(charge.cost, 1)
  local fits = charge.permits > 0 and charge.level <= (charge.burst - wanted) * charge.window
  local remaining, available_after = answer(charge, now, fits, wanted)
  return fits, remaining, available_after, reset_after_of(charge, now)
end

function gcra.take(charge, now)
  if charge.level == 0 then
    charge.since = now
  end
  charge.level = charge.level + charge.cost * charge.window
  save(charge, now, 0)
  local remaining, available_after = answer(charge, now, true, 1)
  return remaining, available_after, reset_after_of(charge, now)
end

function gcra.refund(charge, now, id, at, reset_after)
  local last, level, window, since, blocked_until = read(charge, now)
  if level == 0 or at < since then
    return
  end
  local filled = charge.cost * charge.window
  local before = math.max((reset_after - 1) * charge.permits - filled, 0) -- reset_after was rounded up
  local leaked = math.max((now - at) * charge.permits - before, 0)
  local left = math.max(filled - leaked, 0)
  if window ~= charge.window then
    left = left / charge.window * window
  end
  level = math.max(level - left, 0)
  if level == 0 and blocked_until <= now then
    call('DEL', charge.key)
  else
    call('SET', charge.key, text(last, level, window, since, blocked_until), 'KEEPTTL')
  end
end

function gcra.block(charge, now, stop)
  load(charge, now)
  save(charge, now, stop)
end
