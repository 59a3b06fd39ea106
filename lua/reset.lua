-- Forgets what was recorded under the keys: the next request finds its quota whole.
--
-- KEYS[i]  the keys to forget; all of them in one slot on a cluster
-- ARGV     none
-- Reply    how many of them existed
--
-- Hazards
-- * None: sending it twice is the same as sending it once.

return redis.call('UNLINK', unpack(KEYS))
