-- Marks a session as verified. KEYS: the generation, the hash of the session. ARGV: the time to live in milliseconds.
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('HSET', KEYS[2], 'known', redis.call('GET', KEYS[1]) or '', 'known-at', now)
redis.call('PEXPIRE', KEYS[2], ARGV[1])
return 0
