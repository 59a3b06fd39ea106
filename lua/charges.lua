-- What the drivers share: reads the charges of a call, tells the time, and finds the file of an algorithm.
--
-- now_of(argument)     microseconds: the argument, or the server's TIME for ""
-- charges_from(first)  one table per key, from five arguments each, the first of them ARGV[first]:
--                      algorithm, permits, window, cost, setting; see acquire.lua

local function algorithm_of(word)
  if word == 'sliding-window-log' then
    return sliding_window_log
  elseif word == 'sliding-window-buckets' then
    return sliding_window_buckets
  elseif word == 'sliding-window-counter' then
    return sliding_window_counter
  elseif word == 'fixed-window' then
    return fixed_window
  elseif word == 'gcra' then
    return gcra
  end
  error('unknown algorithm ' .. word)
end

local function now_of(argument)
  local now = tonumber(argument)
  if not now then
    local time = redis.call('TIME')
    now = tonumber(time[1]) * 1000000 + tonumber(time[2])
  end
  return now
end

local function charges_from(first)
  local charges = {}
  for i, key in ipairs(KEYS) do
    local at = first + (i - 1) * 5
    charges[i] = {
      key = key,
      algorithm = algorithm_of(ARGV[at]),
      permits = tonumber(ARGV[at + 1]),
      window = tonumber(ARGV[at + 2]),
      cost = tonumber(ARGV[at + 3]),
      setting = ARGV[at + 4],
    }
  end
  return charges
end
