-- Leases a desafio and counts an attempt.
-- KEYS: the set of its attempts, the holder of the lease. ARGV: the attempt, most attempts, the TTL of the set, the TTL of
-- the lease, both in milliseconds.
-- Returns the number of attempts; 0 if the desafio was consumed, -1 if it is leased, -2 if no attempt is left.
if redis.call('SISMEMBER', KEYS[1], 'spent') == 1 then
  return 0
end
if redis.call('EXISTS', KEYS[2]) == 1 then
  return -1
end
local attempts = redis.call('SCARD', KEYS[1])
if attempts >= tonumber(ARGV[2]) then
  return -2
end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[4])
return attempts + 1
