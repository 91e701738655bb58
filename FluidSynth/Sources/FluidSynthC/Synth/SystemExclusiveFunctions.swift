// swift-format-ignore-file: AlwaysUseLowerCamelCase

// System Exclusive messages: the MIDI Tuning Standard with its dumps, and those of the engine.
import PeachMIDIEvents
import PeachMusicUnits

extension Synth {
  /// Applies a message without F0 and F7. Returns whether it has an effect. As in FluidSynth, the
  /// program sets reverb and chorus, and messages do not.
  func applySystemExclusive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isHandled = false
    var isForEngine = true
    for setting in SystemExclusiveChanges(of: bytes) {
      if setting == .effects {
        isForEngine = false
        continue
      }
      isHandled = true
      switch setting {
      case .reset: reset()
      case .isRhythm(let isDrum, let part): setDrum(Int(part), isDrum)
      case .program(let program, let part):
        if Int(part) < channels.count { changeProgram(Int(part), to: Int(program)) }
      case .bankMSB(let value, let part):
        if Int(part) < channels.count { change(Int(part), controller: 0, value: Int(value)) }
      case .tuning(let noteNumber, let key, let program, let bank):
        let name = Tuning.Name(bank: Int32(bank), program: Int32(program))
        changeTuning(name, isImmediate: true) { $0.cents[Int(key)] = noteNumber * 100 }
        continue
      case .effects, .other: continue
      }
      // Applied here.
      isForEngine = false
    }
    if isHandled && isForEngine { engines.interpret(bytes) }
    return isHandled
  }

  private func setDrum(_ index: Int, _ isDrum: Bool) {
    guard index < channels.count else { return }
    lock.withLock {
      channels[index].isDrum = isDrum
      channels[index].bank = isDrum ? 128 : 0
      changeProgram(index, to: isDrum ? 0 : channels[index].program)
    }
  }

  /// Returns the dump of a tuning (MIDI Tuning Standard, bulk dump reply); `nil` if there is none.
  func tuningDump(_ name: Tuning.Name, header: [UInt8]) -> [UInt8]? {
    guard let tuning = lock.withLock({ tunings[name] }) else { return nil }
    var bytes = header
    let text = Array(tuning.name.utf8.prefix(16))
    bytes += text + [UInt8](repeating: 0, count: 16 - text.count)
    for cents in tuning.cents {
      let units = min(max(Int(saturating: (cents / 100 * 16_384).rounded()), 0), 0x7F_FFFF / 4)
      bytes += [UInt8(units >> 14 & 127), UInt8(units >> 7 & 127), UInt8(units & 127)]
    }
    return bytes + [bytes.reduce(0, ^) & 0x7F]
  }
}

/// Applies a System Exclusive message, without F0 and F7. A dump request has a response.
@c public func fluid_synth_sysex(
  _ synth: OpaquePointer?, _ data: UnsafePointer<CChar>?, _ length: Int32,
  _ response: UnsafeMutablePointer<CChar>?, _ responseLength: UnsafeMutablePointer<Int32>?,
  _ handled: UnsafeMutablePointer<Int32>?, _ dryRun: Int32
) -> Int32 {
  handled?.pointee = 0
  return use(synth, Synth.self, or: Result.failed) { synth in
    let capacity = responseLength?.pointee ?? 0
    responseLength?.pointee = 0
    guard let data, length > 0, response == nil || responseLength != nil else {
      return Result.failed
    }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
    if let request = dumpRequest(bytes, synth.settings.integer("synth.device-id")) {
      guard let response else { return Result.ok }
      responseLength?.pointee = 406
      guard capacity >= 406 else { return Result.failed }
      if dryRun == 0 {
        let answer = Array(bytes.prefix(3)) + [1] + Array(bytes[4..<bytes.count])
        guard let dump = synth.tuningDump(request, header: answer) else { return Result.failed }
        for (index, byte) in dump.enumerated() { response[index] = CChar(bitPattern: byte) }
        responseLength?.pointee = Int32(dump.count)
      }
      handled?.pointee = 1
      return Result.ok
    }
    if dryRun != 0 {
      var changes = SystemExclusiveChanges(of: bytes)
      handled?.pointee = changes.next() == nil ? 0 : 1
    } else if synth.applySystemExclusive(bytes) {
      handled?.pointee = 1
    }
    return Result.ok
  }
}

/// Returns the tuning of a dump request; `nil` for another message.
private func dumpRequest(_ bytes: UnsafeRawBufferPointer, _ device: Int32) -> Tuning.Name? {
  guard bytes.count >= 5, bytes[0] == 0x7E, bytes[1] == 0x7F || Int32(bytes[1]) == device,
    bytes[2] == 8
  else { return nil }
  if bytes[3] == 0 { return Tuning.Name(bank: 0, program: Int32(bytes[4])) }
  guard bytes[3] == 3, bytes.count >= 6 else { return nil }
  return Tuning.Name(bank: Int32(bytes[4]), program: Int32(bytes[5]))
}
