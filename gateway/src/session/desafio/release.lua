-- Ends a try with a desafio. KEYS and ARGV[1] are those of the hold. ARGV[2]: what became of it. ARGV[3]: how long the
-- desafio is good for, in milliseconds. Said twice it changes nothing more.
if ARGV[2] == 'untried' then
  redis.call('SREM', KEYS[1], ARGV[1])
else
  redis.call('SADD', KEYS[1], ARGV[1])
  if ARGV[2] == 'spent' then
    redis.call('SADD', KEYS[1], 'spent')
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
-- Not somebody else's hold, who took over after this one had lasted too long.
if redis.call('GET', KEYS[2]) == ARGV[1] then
  redis.call('DEL', KEYS[2])
end
return 0
