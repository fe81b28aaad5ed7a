-- Counts a try for each key, if none of them has as many in the window as its ceiling.
-- KEYS: sorted sets of tries by the second of each. ARGV: now, window, the try, a ceiling for each key.
-- Gives the number of the key that is full and how long it will be, or 0 and 0.
--
-- A full key is one whose try at the ceiling, counted from the newest, is still in the window. What is older than that
-- one decides nothing, so it goes by its place and not by its age: a gateway whose clock is wrong makes the others
-- forget nothing.
local now, window, try = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
for i, key in ipairs(KEYS) do
  local last = tonumber(ARGV[3 + i]) - 1
  local found = redis.call('ZREVRANGE', key, last, last, 'WITHSCORES')
  if found[2] and tonumber(found[2]) > now - window then
    return { i, tonumber(found[2]) + window - now }
  end
end
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now, try)
  redis.call('ZREMRANGEBYRANK', key, 0, -tonumber(ARGV[3 + i]) - 1)
  redis.call('EXPIRE', key, window)
end
return { 0, 0 }
