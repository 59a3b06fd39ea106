-- Returns what an allowed request recorded, and nothing else: a second refund, or one that comes when the permits have
-- left the window by themselves, changes nothing.
--
-- KEYS[i]  one key per charge; all of them in one slot on a cluster
-- ARGV[1]  id         the request's, as given to acquire
--          then two per charge:
--          algorithm  for instance sliding-window-log
--          cost       permits recorded
-- Reply    permits returned, over all charges
--
-- Hazards
-- * Never makes room for more than the limit: it removes only members that carry the id.

local id = ARGV[1]
local returned = 0
for i, key in ipairs(KEYS) do
  local algorithm, cost = ARGV[2 * i], tonumber(ARGV[2 * i + 1])
  if algorithm ~= 'sliding-window-log' then
    error('unknown algorithm ' .. algorithm)
  end
  local members = {}
  for n = 1, cost do
    members[#members + 1] = n == 1 and id or id .. '.' .. n
    if #members == 2000 or n == cost then -- Lua's stack holds 8000 values
      returned = returned + redis.call('ZREM', key, unpack(members))
      members = {}
    end
  end
end
return returned
