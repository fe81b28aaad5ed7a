-- The newest try of the first key did not happen. KEYS: its own, and everybody's. After the blank in a try stands the
-- name of the client address that it was counted for as well.
local newest = redis.call('ZREVRANGE', KEYS[1], 0, 0)[1]
if newest then
  redis.call('ZREM', KEYS[1], newest)
  redis.call('ZREM', KEYS[2], newest)
  redis.call('ZREM', string.match(newest, ' (.*)'), newest)
end
return 0
