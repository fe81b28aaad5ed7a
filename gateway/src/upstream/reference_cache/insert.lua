-- Caches a list, unless the generation changed since it was requested, and marks its session as verified. KEYS: as in
-- get.lua. ARGV: the list's name, the time to live in milliseconds, the sealed list, the generation of the request.
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[4] then
  return 0
end
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3], ARGV[1] .. '-at', now, ARGV[1] .. '-of', ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
redis.call('HSET', KEYS[3], 'known', ARGV[4], 'known-at', now)
redis.call('PEXPIRE', KEYS[3], ARGV[2])
return 1
