-- Counts a try with a desafio and holds it. KEYS: its tries, and who holds it. ARGV: the try, most tries, how long it
-- is good for, how long it is held at most; both in milliseconds.
-- Gives how many tries there are now; 0 if it was spent, -1 if somebody holds it, -2 if there is no try left.
if redis.call('SISMEMBER', KEYS[1], 'spent') == 1 then
  return 0
end
if redis.call('EXISTS', KEYS[2]) == 1 then
  return -1
end
local tries = redis.call('SCARD', KEYS[1])
if tries >= tonumber(ARGV[2]) then
  return -2
end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[4])
return tries + 1
