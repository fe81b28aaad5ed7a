-- Counts an attempt that was allowed while Redis was unreachable. KEYS and ARGV are those of `acquire`.
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, ARGV[1], ARGV[3])
  redis.call('ZREMRANGEBYRANK', key, 0, -tonumber(ARGV[3 + i]) - 1)
  redis.call('EXPIRE', key, ARGV[2])
end
return 0
