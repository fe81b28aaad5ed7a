-- Counts an attempt for each key, unless one of them has reached its limit within the window.
-- KEYS: sorted sets of attempts, scored by their second. ARGV: now, window, attempt, one limit per key.
-- Returns the index of the full key and the seconds until it has room, or 0 and 0.
--
-- A key is full if its attempt at the limit, counted from the newest, is still in the window. Older attempts decide
-- nothing and are removed by rank, not by age: a gateway with a wrong clock makes the others forget nothing.
local now, window, attempt = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
for i, key in ipairs(KEYS) do
  local last = tonumber(ARGV[3 + i]) - 1
  local found = redis.call('ZREVRANGE', key, last, last, 'WITHSCORES')
  if found[2] and tonumber(found[2]) > now - window then
    -- An attempt of the future, by another clock or before this one was set back: its key expires a window after it at most.
    return { i, math.min(tonumber(found[2]) - now, 0) + window }
  end
end
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now, attempt)
  redis.call('ZREMRANGEBYRANK', key, 0, -tonumber(ARGV[3 + i]) - 1)
  redis.call('EXPIRE', key, window)
end
return { 0, 0 }
