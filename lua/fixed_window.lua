-- One counter per block of time.
--
-- State    a string: start of the block, permits taken in it, since when, end of a block by hand (0 = none)
-- Setting  0: blocks are as long as the window, the first began at the epoch
--          or four edges in microseconds, ascending, with commas between: three blocks of a calendar, of which the
--          middle one is the caller's; the server's clock says which one counts
-- Expiry   2 ms after the end of the block
--
-- check(charge, now)             fits, remaining, available_after, reset_after
-- take(charge, now, id, remaining)
--                                after a check that fits, and with what it said: counts `cost`; remaining, available_after,
--                                reset_after
-- refund(charge, now, id, at)    takes `cost` off the counter if it still is that of the block of `at`; by what is stored, not
--                                by the limit that the request met: it may have been changed since
-- block(charge, now, stop)       refuses everything until `stop`; 0 forgets the block
--
-- Hazards
-- * A refund of what was taken before the state began (it was reset meanwhile) gives nothing back. That is told by the
--   microsecond: no two scripts run in the same one. Nor does a refund of what was taken after the clock
--   stepped back: never more than the limit, at the price of a charge that stays.
-- * Admits twice the limit across the edge of two blocks: that is what a fixed window does.
-- * When the server's clock steps back, the later block stays the current one.
-- * A caller whose clock is wrong by more than a block of its calendar is told so, and decides nothing.

local call = redis.call

local fixed_window = {}

local function block_of(charge, instant)
  if charge.setting == '0' then
    local start = instant - instant % charge.window
    return start, start + charge.window
  end
  local edges = {}
  for edge in string.gmatch(charge.setting, '%d+') do
    edges[#edges + 1] = tonumber(edge)
  end
  for i = 1, 3 do
    if instant >= edges[i] and instant < edges[i + 1] then
      return edges[i], edges[i + 1]
    end
  end
  return nil
end

local function read(key)
  local state = call('GET', key)
  if not state then
    return 0, 0, 0, 0
  end
  local a, b, c, d = string.match(state, '^(%d+) (%d+) (%d+) (%d+)$')
  return tonumber(a), tonumber(b), tonumber(c), tonumber(d)
end

local function text(start, used, since, blocked_until)
  return string.format('%.0f %.0f %.0f %.0f', start, used, since, blocked_until)
end

local function load(charge, now)
  local start, finish = block_of(charge, now)
  if not start then
    error('the clock of the caller is more than a block of its calendar away from the clock of the server')
  end
  local stored, count, since, blocked_until = read(charge.key)
  local stored_start, stored_finish = block_of(charge, stored)
  if stored_start and stored_start > start then
    start, finish = stored_start, stored_finish
  end
  charge.start, charge.finish = start, finish
  charge.used = stored >= start and count or 0
  charge.since = since
  charge.blocked_until = blocked_until
end

local function reset_after_of(charge, now)
  return charge.used > 0 and charge.finish - now or 0
end

local function save(charge, now, blocked_until)
  local ends = math.max(charge.used > 0 and charge.finish or 0, blocked_until)
  if ends <= now then
    call('DEL', charge.key)
  else
    local state = text(charge.start, charge.used, charge.since, blocked_until)
    call('SET', charge.key, state, 'PX', math.ceil((ends - now) / 1000) + 2)
  end
end

function fixed_window.check(charge, now)
  load(charge, now)
  local wanted = math.max(charge.cost, 1)
  local fits = charge.used + wanted <= charge.permits
  local reset_after = reset_after_of(charge, now)
  return fits, math.max(charge.permits - charge.used, 0), wanted > charge.permits and -1 or reset_after, reset_after
end

function fixed_window.take(charge, now, id, remaining)
  if charge.used == 0 then
    charge.since = now
  end
  charge.used = charge.used + charge.cost
  save(charge, now, 0)
  local reset_after = reset_after_of(charge, now)
  return remaining - charge.cost, reset_after, reset_after
end

function fixed_window.refund(charge, now, id, at)
  local start, used, since, blocked_until = read(charge.key)
  if used == 0 or at < since or at < start then
    return
  end
  used = math.max(used - charge.cost, 0)
  if used == 0 and blocked_until <= now then
    call('DEL', charge.key)
  else
    call('SET', charge.key, text(start, used, since, blocked_until), 'KEEPTTL')
  end
end

function fixed_window.block(charge, now, stop)
  load(charge, now)
  save(charge, now, stop)
end
