-- Returns a list that a gateway cached. KEYS: the generation, the hash of the list's owner, the hash of the session.
-- ARGV: the list's name, the time to live in milliseconds.
-- Returns the generation, the list or false, its age, and the time since the session was verified, both in milliseconds.
local generation = redis.call('GET', KEYS[1]) or ''
local nothing = { generation, false, 0, 0 }
local session = redis.call('HMGET', KEYS[3], 'known', 'known-at')
if session[1] ~= generation then
  return nothing
end
local list = redis.call('HMGET', KEYS[2], ARGV[1], ARGV[1] .. '-at', ARGV[1] .. '-of')
if not list[1] or list[3] ~= generation then
  return nothing
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local age, known = math.max(now - list[2], 0), math.max(now - session[2], 0)
if age >= tonumber(ARGV[2]) or known >= tonumber(ARGV[2]) then
  return nothing
end
return { generation, list[1], age, known }
