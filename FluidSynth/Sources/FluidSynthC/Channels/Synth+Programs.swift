import PeachSynthesis

/// The selection of presets, as the settings reference describes it for `synth.midi-bank-select`.
extension Synth {
  func selectBankMSB(_ index: Int, _ value: Int) {
    switch settings.string("synth.midi-bank-select") {
    case "gm": break
    case "xg":
      // 120, 126 and 127 select percussion.
      let isDrum = [120, 126, 127].contains(value)
      channels[index].isDrum = isDrum
      channels[index].bank = isDrum ? 128 : 0
    case "mma": channels[index].bank = value << 7 | Int(channels[index].controllers[32])
    default: if !channels[index].isDrum { channels[index].bank = value }
    }
  }

  func selectBankLSB(_ index: Int, _ value: Int) {
    switch settings.string("synth.midi-bank-select") {
    case "xg": if !channels[index].isDrum { channels[index].bank = value }
    case "mma": channels[index].bank = Int(channels[index].controllers[0]) << 7 | value
    default: break
    }
  }

  func changeProgram(_ index: Int, to program: Int) {
    lock.withLock {
      channels[index].program = program
      selectProgram(index)
      sendPreset(ofChannel: index)
    }
  }

  /// Finds the preset of a channel's bank and program. Melodic channels fall back to bank 0, then
  /// to its first program; drum channels to the percussion bank.
  func selectProgram(_ index: Int) {
    let channel = channels[index]
    channels[index].preset = nil
    if channel.program == SynthChannel.unsetProgram || fonts.isEmpty { return }
    let fallback = channel.isDrum ? 128 : 0
    for attempt in 0..<3 {
      let bank = attempt == 0 ? channel.bank : fallback
      let program = attempt == 2 ? 0 : channel.program
      guard let (font, preset) = preset(bank: bank, program: program) else { continue }
      channels[index].preset = preset
      channels[index].fontID = font.id
      if (bank, program) != (channel.bank, channel.program) {
        Log.warning(
          "Instrument not found on channel \(index) [bank=\(channel.bank) prog=\(channel.program)]"
            + ", substituted [bank=\(bank) prog=\(program)]")
      }
      return
    }
    Log.warning(
      "No preset found on channel \(index) [bank=\(channel.bank) prog=\(channel.program)]")
  }

  /// Returns the first preset of a bank and program, from the last font to the first.
  func preset(bank: Int, program: Int) -> (Font, FontPreset)? {
    for font in fonts {
      if let preset = font.preset(bank: bank - font.bankOffset, program: program) {
        return (font, preset)
      }
    }
    return nil
  }

  /// Selects the preset of a font. Returns whether it exists.
  func select(_ index: Int, _ font: Font?, bank: Int, program: Int) -> Int32 {
    lock.withLock {
      guard let font, let preset = font.preset(bank: bank - font.bankOffset, program: program)
      else {
        let name = font.map { "SoundFont \($0.id)" } ?? "a SoundFont that is not loaded"
        Log.error("There is no preset with bank \(bank) and program \(program) in \(name).")
        return Result.failed
      }
      channels[index].bank = bank
      channels[index].program = program
      channels[index].fontID = font.id
      channels[index].preset = preset
      sendPreset(ofChannel: index)
      return Result.ok
    }
  }

  func font(id: Int32) -> Font? { fonts.first { $0.id == id } }

  /// Selects the presets of all channels again, after the fonts have changed.
  func reselectPrograms() {
    for index in channels.indices {
      selectProgram(index)
      sendPreset(ofChannel: index)
    }
  }

  /// Deselects the presets of a font that is removed, and selects others.
  func deselect(_ font: Font) {
    for index in channels.indices where channels[index].preset?.font === font {
      selectProgram(index)
      sendPreset(ofChannel: index)
    }
  }
}
