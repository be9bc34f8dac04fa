// SPDX-License-Identifier: Apache-2.0

/// The scripts in which a server changes all keys of a name at once.
///
/// Each gets its keys named, as clusters demand. Times that keys have left are counted from the
/// time of the store, so that a clock of the server that is wrong does no harm.
enum RedisScript: String {
  /// Stores content as the next version unless it is the newest one.
  ///
  /// Keys: versions, content. Arguments: now, retention, identity, content, byte count, expires.
  /// Answers the version and its entry.
  case put = """
    local newest
    for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
      local version = tonumber(field)
      if version and (not newest or version > tonumber(newest)) then newest = field end
    end
    local text = newest and redis.call('HGET', KEYS[1], newest)
    local isThere = redis.call('EXISTS', KEYS[2]) == 1
    if not (text and isThere and string.sub(text, 1, 64) == ARGV[3]) then
      redis.call('HINCRBY', KEYS[1], 'last', 1)
      newest = redis.call('HGET', KEYS[1], 'last')
      text = table.concat({ARGV[3], ARGV[5], ARGV[1], ARGV[6]}, ' ')
      redis.call('HSET', KEYS[1], newest, text)
    end
    redis.call('SET', KEYS[2], ARGV[4])
    keep(ARGV[3])
    return {newest, text}
    """
  /// Changes when an entry expires.
  ///
  /// Keys: versions, content. Arguments: now, retention, identity, version, expires. Answers the
  /// entry, or nothing where it is not there.
  case setExpiry = """
    local text = redis.call('HGET', KEYS[1], ARGV[4])
    if not text or string.sub(text, 1, 64) ~= ARGV[3] or redis.call('EXISTS', KEYS[2]) == 0 then
      return false
    end
    text = string.match(text, '^(.* )') .. ARGV[5]
    redis.call('HSET', KEYS[1], ARGV[4], text)
    keep(ARGV[3])
    return text
    """
  /// Removes an entry, and its content where no other entry of the name needs it.
  ///
  /// Keys: versions, content. Arguments: now, retention, identity, version. Answers whether it was
  /// there, and whether the content still is.
  case remove = """
    local text = redis.call('HGET', KEYS[1], ARGV[4])
    if not text or string.sub(text, 1, 64) ~= ARGV[3] then return {0, 1} end
    local isThere = redis.call('EXISTS', KEYS[2])
    redis.call('HDEL', KEYS[1], ARGV[4])
    keep(ARGV[3])
    return {isThere, redis.call('EXISTS', KEYS[2])}
    """
  /// Drops an entry whose content has gone.
  ///
  /// Keys: versions, content. Arguments: now, retention, identity, version.
  case prune = """
    if redis.call('EXISTS', KEYS[2]) == 0 then redis.call('HDEL', KEYS[1], ARGV[4]) end
    return 0
    """
  /// Notes that an identity stands under a name.
  ///
  /// Keys: index. Arguments: now, retention, member, expires.
  case index = """
    local old = redis.call('TTL', KEYS[1])
    redis.call('SADD', KEYS[1], ARGV[3])
    local new = lifetime(ARGV[4])
    if not new then
      redis.call('PERSIST', KEYS[1])
    elseif old ~= -1 and old < new then
      redis.call('EXPIRE', KEYS[1], whole(new))
    end
    return 0
    """

  /// What all scripts have in common: how long keys are kept.
  private static let common = """
    local function lifetime(expires)
      local now, time = tonumber(ARGV[1]), tonumber(expires)
      if not time or time - now > 1e11 then return nil end
      return math.max(time - now, 0) + tonumber(ARGV[2])
    end
    local function whole(number) return string.format('%.0f', number) end
    local function keep(id)
      local longest = 0
      local entries = redis.call('HGETALL', KEYS[1])
      for i = 2, #entries, 2 do
        if string.sub(entries[i], 1, 64) == id then
          local seconds = lifetime(string.match(entries[i], '(%S+)$'))
          if not seconds then return redis.call('PERSIST', KEYS[2]) end
          longest = math.max(longest, seconds)
        end
      end
      if longest == 0 then return redis.call('DEL', KEYS[2]) end
      return redis.call('EXPIRE', KEYS[2], whole(longest))
    end

    """

  /// The text of the script.
  var source: [UInt8] { Array((Self.common + rawValue).utf8) }
}
