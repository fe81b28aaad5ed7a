-- Keeps a list that was read, unless everything was dropped meanwhile. KEYS: those of a find. ARGV: the list, how long it
-- is kept, its data, and the generation when it was asked for. Whoever read it is known from now on.
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
