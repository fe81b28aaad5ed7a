-- Counts a try that happened while the store was lost. KEYS and ARGV are those of a count.
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, ARGV[1], ARGV[3])
  redis.call('ZREMRANGEBYRANK', key, 0, -tonumber(ARGV[3 + i]) - 1)
  redis.call('EXPIRE', key, ARGV[2])
end
return 0
