-- What every driver begins with: tells the time and reads the charges of a call. No functions: Redis would make them anew
-- at every call.
--
-- now      microseconds: ARGV[1], or the server's TIME for ""
-- charges  one table per key, from five arguments each, the first of them ARGV[3]:
--          algorithm, permits, window, cost, setting; see acquire.lua

local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

local charges = {}
for i = 1, #KEYS do
  local at = 5 * i - 2
  local word, algorithm = ARGV[at], nil
  if word == 'sliding-window-log' then
    algorithm = sliding_window_log
  elseif word == 'sliding-window-buckets' then
    algorithm = sliding_window_buckets
  elseif word == 'sliding-window-counter' then
    algorithm = sliding_window_counter
  elseif word == 'fixed-window' then
    algorithm = fixed_window
  elseif word == 'gcra' then
    algorithm = gcra
  else
    error('unknown algorithm ' .. word)
  end
  charges[i] = {
    key = KEYS[i],
    algorithm = algorithm,
    permits = tonumber(ARGV[at + 1]),
    window = tonumber(ARGV[at + 2]),
    cost = tonumber(ARGV[at + 3]),
    setting = ARGV[at + 4],
  }
end
