-- The exact sliding window: remembers when every permit was taken and counts those younger than the window.
--
-- State    a string of binary numbers, so that one command reads what a decision needs and one writes it, whatever the
--          limit:
--          entries  8 bytes per permit, the earliest first: the microsecond at which it was taken (7 bytes), then the
--                   last character of its request's id. Those before `head` have left the window, those from `count` on
--                   mean nothing: a string of Redis cannot be cut.
--          footer   33 bytes: the latest and the earliest microsecond among the entries from `head` to `count` (7 each,
--                   0 = none), `head`, `count`, `size`, which is where the footer begins (4 each), the end of a block by
--                   hand (7, 0 = none)
-- Setting  none
-- Expiry   2 ms after the last permit has left: PEXPIRE counts whole milliseconds from the start of the script, and must
--          never drop a permit that still counts
--
-- check(charge, now)            fits, remaining, available_after, reset_after; writes nothing
-- take(charge, now, id, remaining, available_after, reset_after)
--                               after a check that fits, and with what it said: records `cost` permits; remaining,
--                               available_after, reset_after
-- refund(charge, now, id, at, reset_after)
--                               forgets the permits of a request
-- block(charge, now, stop)      refuses everything until `stop`; 0 forgets the block
--
-- Hazards
-- * A permit taken at t counts in [t, t + window) and not at t + window: half-open, so the entry of t = now - window goes.
-- * When the server's clock steps back, permits of a later microsecond still count: never more than the limit, at the
--   price of a longer wait by the size of the step. Until the clock is where it was, what is taken goes in front of them,
--   and everything behind it is written again.
-- * `reset_after` of what was just taken is the window, too short while the clock is set back; a refund tells the microsecond
--   by it.
-- * A refund finds its permits by their microsecond and that character. No two scripts run in one microsecond, so nothing
--   else is there, unless the clock stepped back by just as much as to meet it; then a node's next 35 requests differ.
-- * A string of Redis ends at 512 MB: above 60 000 000 permits a log fails. Large limits want buckets.

local call, pack, unpack_numbers = redis.call, struct.pack, struct.unpack
local FOOTER = '>I7I7I4I4I4I7'

local sliding_window_log = {}

-- The first entry later than an instant, and its microsecond, where `low` is not later and `high` is, at `latest`. Most
-- often it is the next: the steps double before they halve.
local function first_after(key, instant, low, high, latest)
  local step = 1
  while high - low > 1 do
    local middle = math.min(low + step, math.floor((low + high) / 2))
    local at = unpack_numbers('>I7', call('GETRANGE', key, 8 * middle, 8 * middle + 6))
    if at <= instant then
      low, step = middle, 2 * step
    else
      high, latest = middle, at
    end
  end
  return high, latest
end

-- The entries from one to the one before another; a range of Redis is never empty where it begins at 0.
local function entries_of(key, from, to)
  return from < to and call('GETRANGE', key, 8 * from, 8 * to - 1) or ''
end

-- Writes entries from one on, up to `count`, and the footer: behind them, or where it stands if they leave room.
local function write(key, from, entries, size, newest, oldest, head, count, blocked_until)
  if count < size then
    call('SETRANGE', key, 8 * from, entries)
    call('SETRANGE', key, 8 * size, pack(FOOTER, newest, oldest, head, count, size, blocked_until))
  else
    call('SETRANGE', key, 8 * from, entries .. pack(FOOTER, newest, oldest, head, count, count, blocked_until))
  end
end

-- Moves the entries that count to the front. Gives back memory if they are few; more of them stay in the string, which
-- will be as long again, and go by portions, because large strings cost Lua more than their length.
local function drop(key, head, at, count, size)
  local left = count - head
  if left <= 2000 then
    call('SET', key, entries_of(key, head, count))
    size = left
  else
    for from = head, count - 1, 2000 do
      call('SETRANGE', key, 8 * (from - head), entries_of(key, from, math.min(from + 2000, count)))
    end
  end
  return at - head, 0, left, size
end

function sliding_window_log.check(charge, now)
  local key, permits, window = charge.key, charge.permits, charge.window
  local wanted = charge.cost > 0 and charge.cost or 1
  local footer = call('GETRANGE', key, -33, -1)
  if footer == '' then
    charge.count, charge.size = 0, 0
    return wanted <= permits, permits, wanted <= permits and 0 or -1, 0
  end
  local newest, oldest, head, count, size, blocked_until = unpack_numbers(FOOTER, footer)
  if blocked_until > now then
    charge.blocked_until = blocked_until
  end

  local start = now - window
  if newest <= start then
    head = count
  elseif oldest <= start then
    head, oldest = first_after(key, start, head, count - 1, newest)
  end
  charge.count, charge.size = count, size

  local used = count - head
  local available_after, reset_after = 0, 0
  if used > 0 then
    available_after, reset_after = oldest - start, newest - start
  end
  local fits = used + wanted <= permits
  if wanted > permits then
    available_after = -1
  elseif not fits then
    local last = count + wanted - permits - 1
    if last > head then
      available_after = unpack_numbers('>I7', call('GETRANGE', key, 8 * last, 8 * last + 6)) - start
    end
  end
  return fits, used < permits and permits - used or 0, available_after, reset_after
end

function sliding_window_log.take(charge, now, id, remaining, available_after, reset_after)
  local key, window, cost = charge.key, charge.window, charge.cost
  local count, size = charge.count, charge.size
  local head = count - (charge.permits - remaining)
  if count + cost > 60000000 then
    error('a log holds no more than 60000000 permits')
  end
  local oldest, newest, at, later = now, now, count, ''
  local expires_after = window
  if reset_after > window then -- the clock stepped back
    expires_after = reset_after
    newest = now + reset_after - window
    at = available_after > window and head or first_after(key, now, head, count - 1, newest)
    later = entries_of(key, at, count)
  end
  if count > head and available_after < window then
    oldest = now + available_after - window
  else
    available_after = window
  end

  if head > 32 + count - head then -- more have left than count
    at, head, count, size = drop(key, head, at, count, size)
  end
  if cost == 1 and at == size then -- most often; in one piece
    local written = pack('>I7c1I7I7I4I4I4I7', now, string.sub(id, -1), newest, oldest, head, size + 1, size + 1, 0)
    call('SETRANGE', key, 8 * size, written)
  else
    local entries = string.rep(pack('>I7', now) .. string.sub(id, -1), cost) .. later
    write(key, at, entries, size, newest, oldest, head, count + cost, 0)
  end
  call('PEXPIRE', key, math.ceil(expires_after / 1000) + 2)
  return remaining - cost, available_after, window
end

function sliding_window_log.refund(charge, now, id, at, reset_after)
  local key = charge.key
  at = at + reset_after - charge.window -- to the microsecond, also where `at` is told for the calls to several servers
  local footer = call('GETRANGE', key, -33, -1)
  if footer == '' then
    return
  end
  local newest, oldest, head, count, size, blocked_until = unpack_numbers(FOOTER, footer)
  if at < oldest or at > newest then
    return
  end
  local from = at > oldest and first_after(key, at - 1, head, count - 1, newest) or head
  local rest = entries_of(key, from, count)
  local microsecond = pack('>I7', at)
  local taken = string.rep(microsecond .. string.sub(id, -1), charge.cost)
  local i = 1
  while string.sub(rest, i, i + #taken - 1) ~= taken do
    if string.sub(rest, i, i + 6) ~= microsecond then
      return
    end
    i = i + 8
  end

  from = from + (i - 1) / 8
  local later = string.sub(rest, i + #taken)
  count = count - charge.cost
  if count > head then
    if from == count then
      newest = unpack_numbers('>I7', entries_of(key, count - 1, count))
    end
    if from == head then
      oldest = unpack_numbers('>I7', later)
    end
    write(key, from, later, size, newest, oldest, head, count, blocked_until)
  elseif blocked_until > now then
    write(key, head, '', size, 0, 0, head, head, blocked_until)
  else
    call('DEL', key)
  end
end

function sliding_window_log.block(charge, now, stop)
  local key = charge.key
  local newest, oldest, head, count, size = 0, 0, 0, 0, 0
  local footer = call('GETRANGE', key, -33, -1)
  if footer ~= '' then
    newest, oldest, head, count, size = unpack_numbers(FOOTER, footer)
  end
  if stop > 0 or newest > now - charge.window then
    call('SETRANGE', key, 8 * size, pack(FOOTER, newest, oldest, head, count, size, stop))
  else
    call('DEL', key)
  end
end
