-- Refunds the newest attempt of the first key. KEYS: that key, and the overall one. After the space an attempt has the
-- key of its client address.
local newest = redis.call('ZREVRANGE', KEYS[1], 0, 0)[1]
if newest then
  redis.call('ZREM', KEYS[1], newest)
  redis.call('ZREM', KEYS[2], newest)
  redis.call('ZREM', string.match(newest, ' (.*)'), newest)
end
return 0
