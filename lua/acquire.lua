-- Decides all charges of one request together: checks every one, then records all or none.
--
-- KEYS[i]  one key per charge; all of them in one slot on a cluster
-- ARGV[1]  now        microseconds since the epoch, or "" for the server's TIME, as production passes
-- ARGV[2]  id         unique per request; what is recorded carries it
--          then five per charge:
--          algorithm  for instance sliding-window-log
--          permits    0 and more
--          window     microseconds
--          cost       permits wanted; 0 answers as 1 would and records nothing
--          setting    the algorithm's own, see its file; 0 where it has none
-- Reply    now, then per charge: allowed (1 or 0), remaining, available_after (-1 = never), reset_after
--          integers only, times in microseconds
--
-- Hazards
-- * Not idempotent by itself: whoever sends it a second time with another id counts twice.
-- * Redis truncates fractions in a reply and stops at the first nil: every value is a whole number.
-- * Microseconds since the epoch have 16 digits. Lua's default number format keeps 14, hence '%.0f' everywhere.
-- * This file is joined behind the files of the algorithms that a call uses and charges.lua; the names of the other
--   algorithms are not defined.

local id = ARGV[2]
local reply = { now, 0, 0, 0, 0 }

local all_fit = true
for i = 1, #charges do
  local charge = charges[i]
  local fits, remaining, available_after, reset_after = charge.algorithm.check(charge, now)
  local blocked_until = charge.blocked_until
  if blocked_until and blocked_until > now then -- by hand; see block.lua
    if fits or available_after >= 0 and available_after < blocked_until - now then
      available_after = blocked_until - now
    end
    fits = false
  end
  all_fit = all_fit and fits
  local n = 4 * i
  reply[n - 2], reply[n - 1], reply[n], reply[n + 1] = fits and 1 or 0, remaining, available_after, reset_after
end

if all_fit then
  for i = 1, #charges do
    local charge = charges[i]
    if charge.cost > 0 then
      local n = 4 * i
      reply[n - 1], reply[n], reply[n + 1] =
        charge.algorithm.take(charge, now, id, reply[n - 1], reply[n], reply[n + 1])
    end
  end
end
return reply
