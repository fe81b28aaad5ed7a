-- A service gave a session data. KEYS: the generation of what is kept, the home of the session. ARGV: for how long it is
-- known, in milliseconds.
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('HSET', KEYS[2], 'known', redis.call('GET', KEYS[1]) or '', 'known-at', now)
redis.call('PEXPIRE', KEYS[2], ARGV[1])
return 0
