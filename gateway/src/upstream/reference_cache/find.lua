-- Finds a list that a gateway read. KEYS: the generation of what is kept, the home of the list, the home of the session.
-- ARGV: the list, and how long a list is kept, in milliseconds.
-- Gives the generation, the list or nothing, its age, and how long ago the services last answered the session, both in
-- milliseconds.
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
