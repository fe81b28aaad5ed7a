-- Releases the lease of a desafio with its outcome. Idempotent.
-- KEYS and ARGV[1] are those of `acquire`. ARGV[2]: `tried` (failed), `untried` (refunded) or `spent` (consumed). ARGV[3]:
-- the TTL of the set, in milliseconds.
if ARGV[2] == 'untried' then
  redis.call('SREM', KEYS[1], ARGV[1])
else
  redis.call('SADD', KEYS[1], ARGV[1])
  if ARGV[2] == 'spent' then
    redis.call('SADD', KEYS[1], 'spent')
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
-- Only the own lease: after its TTL another request may hold it.
if redis.call('GET', KEYS[2]) == ARGV[1] then
  redis.call('DEL', KEYS[2])
end
return 0
