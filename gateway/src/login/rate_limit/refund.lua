-- Refunds an attempt. KEYS: those that it was counted for. ARGV: the attempt.
for _, key in ipairs(KEYS) do
  redis.call('ZREM', key, ARGV[1])
end
return 0
