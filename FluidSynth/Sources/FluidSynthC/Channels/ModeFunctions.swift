// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of synth.h for the type and the modes of channels.

import PeachSynthesis

extension Synth {
  /// Sets the mode of the group of a basic channel by controllers 126 and 127.
  func setMode(_ index: Int, isMonophonic: Bool) {
    guard channels[index].basicChannel == Int32(index) else { return }
    channels[index].basicMode = channels[index].basicMode & 2 | (isMonophonic ? 1 : 0)
  }

  /// Returns the number of channels in the group of a basic channel.
  func groupSize(_ basic: Int32) -> Int32 {
    Int32(channels.filter { $0.basicChannel == basic }.count)
  }

  /// Makes a group of channels. Returns `false` if it overlaps another.
  func setBasicChannel(_ index: Int, mode: Int32, count: Int) -> Bool {
    let end = count == 0 ? nextBasicChannel(after: index) : index + count
    guard end <= channels.count else { return false }
    for other in index..<end {
      guard let basic = channels[other].basicChannel else { continue }
      if Int(basic) != index { return false }
    }
    for other in channels.indices where channels[other].basicChannel == Int32(index) {
      channels[other].basicChannel = nil
    }
    for other in index..<end {
      channels[other].basicChannel = Int32(index)
      channels[other].basicMode = mode
      send(
        .controlChange(
          channel: UInt8(other), controller: mode & 1 != 0 ? 126 : 127, value: 0))
    }
    return true
  }

  private func nextBasicChannel(after index: Int) -> Int {
    channels.indices.first {
      $0 > index && channels[$0].basicChannel.map { Int($0) != index } ?? false
    } ?? channels.count
  }
}

/// Makes a channel melodic (0) or percussion (1).
@c public func fluid_synth_set_channel_type(
  _ synth: OpaquePointer?, _ chan: Int32, _ type: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...1 ~= type else { return Result.failed }
    synth.lock.withLock {
      synth.channels[index].isDrum = type == 1
      synth.channels[index].bank = type == 1 ? 128 : 0
    }
    return Result.ok
  }
}

/// Disables the group of a basic channel; all groups if the channel is −1.
@c public func fluid_synth_reset_basic_channel(_ synth: OpaquePointer?, _ chan: Int32) -> Int32 {
  use(synth, Synth.self, or: Result.failed) { synth in
    guard chan >= -1, Int(chan) < synth.channels.count else { return Result.failed }
    return synth.lock.withLock {
      if chan >= 0 && synth.channels[Int(chan)].basicChannel != chan { return Result.failed }
      for index in synth.channels.indices
      where chan < 0 || synth.channels[index].basicChannel == chan {
        synth.channels[index].basicChannel = nil
      }
      return Result.ok
    }
  }
}

/// Returns the group of a channel, or −1 for each result if the channel is disabled.
@c public func fluid_synth_get_basic_channel(
  _ synth: OpaquePointer?, _ chan: Int32, _ basic: UnsafeMutablePointer<Int32>?,
  _ mode: UnsafeMutablePointer<Int32>?, _ count: UnsafeMutablePointer<Int32>?
) -> Int32 {
  channel(synth, chan) { synth, index in
    synth.lock.withLock {
      let channel = synth.channels[index]
      basic?.pointee = channel.basicChannel ?? Result.failed
      mode?.pointee = channel.basicChannel == nil ? Result.failed : channel.basicMode
      count?.pointee = channel.basicChannel.map { synth.groupSize($0) } ?? Result.failed
      return Result.ok
    }
  }
}

/// Makes a group of `count` channels; of all up to the next group if it is 0.
@c public func fluid_synth_set_basic_channel(
  _ synth: OpaquePointer?, _ chan: Int32, _ mode: Int32, _ count: Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard 0...3 ~= mode, count >= 0, index + Int(count) <= synth.channels.count else {
      return Result.failed
    }
    return synth.lock.withLock {
      if synth.setBasicChannel(index, mode: mode, count: Int(count)) { return Result.ok }
      Log.write(.information, "basic channel \(chan) overlaps another group")
      return Result.failed
    }
  }
}

/// Sets a member of a channel. Returns −1 if the value is out of range.
private func set(
  _ synth: OpaquePointer?, _ chan: Int32, isValid: Bool, _ body: (inout SynthChannel) -> Void
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard isValid else { return Result.failed }
    synth.lock.withLock { body(&synth.channels[index]) }
    return Result.ok
  }
}

private func get(
  _ synth: OpaquePointer?, _ chan: Int32, _ result: UnsafeMutablePointer<Int32>?,
  _ body: (SynthChannel) -> Int32
) -> Int32 {
  channel(synth, chan) { synth, index in
    guard let result else { return Result.failed }
    result.pointee = synth.lock.withLock { body(synth.channels[index]) }
    return Result.ok
  }
}

/// Sets whether legato notes of a monophonic channel continue (1) or restart (0).
@c public func fluid_synth_set_legato_mode(
  _ synth: OpaquePointer?, _ chan: Int32, _ mode: Int32
) -> Int32 {
  let result = set(synth, chan, isValid: 0...1 ~= mode) { $0.legatoMode = mode }
  if result == Result.ok {
    use(synth, Synth.self) { $0.send(.legatoRetrigger(channel: UInt8(chan), isOn: mode == 0)) }
  }
  return result
}

/// Returns the legato mode.
@c public func fluid_synth_get_legato_mode(
  _ synth: OpaquePointer?, _ chan: Int32, _ mode: UnsafeMutablePointer<Int32>?
) -> Int32 {
  get(synth, chan, mode) { $0.legatoMode }
}

/// Sets the portamento mode. The engine has the mode 0: each note glides.
@c public func fluid_synth_set_portamento_mode(
  _ synth: OpaquePointer?, _ chan: Int32, _ mode: Int32
) -> Int32 {
  let result = set(synth, chan, isValid: 0...2 ~= mode) { $0.portamentoMode = mode }
  if result == Result.ok && mode != 0 {
    Log.warning("Portamento mode \(mode) is not supported: each note glides.")
  }
  return result
}

/// Returns the portamento mode.
@c public func fluid_synth_get_portamento_mode(
  _ synth: OpaquePointer?, _ chan: Int32, _ mode: UnsafeMutablePointer<Int32>?
) -> Int32 {
  get(synth, chan, mode) { $0.portamentoMode }
}

/// Sets the breath mode, which the engine does not have.
@c public func fluid_synth_set_breath_mode(
  _ synth: OpaquePointer?, _ chan: Int32, _ mode: Int32
) -> Int32 {
  let result = set(synth, chan, isValid: true) { $0.breathMode = mode & 0x70 }
  if result == Result.ok && mode & 0x70 != 0 {
    Log.warning("Breath modes are not supported: velocity sets the level.")
  }
  return result
}

/// Returns the breath mode.
@c public func fluid_synth_get_breath_mode(
  _ synth: OpaquePointer?, _ chan: Int32, _ mode: UnsafeMutablePointer<Int32>?
) -> Int32 {
  get(synth, chan, mode) { $0.breathMode }
}
