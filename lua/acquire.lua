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

local now = now_of(ARGV[1])
local id = ARGV[2]
local charges = charges_from(3)

local all_fit = true
for _, charge in ipairs(charges) do
  charge.fits, charge.remaining, charge.available_after = charge.algorithm.check(charge, now)
  local blocked_for = (charge.blocked_until or 0) - now
  if blocked_for > 0 then -- by hand; see block.lua
    if charge.fits then
      charge.available_after = blocked_for
    elseif charge.available_after >= 0 then
      charge.available_after = math.max(charge.available_after, blocked_for)
    end
    charge.fits = false
  end
  all_fit = all_fit and charge.fits
end

local reply = { now }
for _, charge in ipairs(charges) do
  local reset_after
  if all_fit and charge.cost > 0 then
    charge.remaining, charge.available_after, reset_after = charge.algorithm.take(charge, now, id)
  else
    reset_after = charge.algorithm.reset_after(charge, now)
  end
  local n = #reply
  reply[n + 1] = charge.fits and 1 or 0
  reply[n + 2] = charge.remaining
  reply[n + 3] = charge.available_after
  reply[n + 4] = reset_after
end
return reply
