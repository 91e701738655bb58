/// The commands for fonts, channels and presets.
extension CommandHandler {
  static var fontCommands: [String: Command] {
    [
      "load": Command(
        group: "general", help: "load file [reset] [offset]  Load a bank"
      ) { call in
        guard let file = call.arguments.first else { return nil }
        let synth = call.handler.synthHandle
        let id = fluid_synth_sfload(synth, file, call.integer(1) ?? 1)
        guard id >= 0 else {
          call.print("failed to load the SoundFont")
          return Result.failed
        }
        if let offset = call.integer(2) { _ = fluid_synth_set_bank_offset(synth, id, offset) }
        call.print("loaded SoundFont has ID \(id)")
        return Result.ok
      },
      "unload": Command(
        group: "general", help: "unload id [reset]           Unload a bank"
      ) { call in
        guard let id = call.integer(0) else { return nil }
        return fluid_synth_sfunload(call.handler.synthHandle, id, call.integer(1) ?? 1)
      },
      "reload": Command(
        group: "general", help: "reload id                   Load a bank again"
      ) { call in
        guard let id = call.integer(0) else { return nil }
        return fluid_synth_sfreload(call.handler.synthHandle, id) < 0 ? Result.failed : Result.ok
      },
      "fonts": Command(
        group: "general", help: "fonts                       Print the banks", run: printFonts),
      "inst": Command(
        group: "general", help: "inst id                     Print the presets of a bank",
        run: printPresets),
      "channels": Command(
        group: "general", help: "channels [-verbose]         Print the presets of the channels",
        run: printChannels),
    ]
  }

  private static func printFonts(_ call: Call) -> Int32? {
    let fonts = call.handler.synth?.fonts ?? []
    if fonts.isEmpty {
      call.print("no SoundFont loaded (try load)")
      return Result.ok
    }
    call.print("ID  Name")
    for font in fonts {
      let name = font.namePointer.map { String(cString: $0) } ?? ""
      let number = String(font.id)
      call.print(String(repeating: " ", count: max(2 - number.count, 0)) + "\(number)  \(name)")
    }
    return Result.ok
  }

  private static func printPresets(_ call: Call) -> Int32? {
    guard let id = call.integer(0) else { return nil }
    guard let font = call.handler.synth?.font(id: id) else {
      call.print("cannot find the SoundFont \(id)")
      return Result.failed
    }
    func padded(_ value: Int32) -> String {
      String(repeating: "0", count: max(3 - String(value).count, 0)) + String(value)
    }
    font.startIteration()
    while let preset = font.nextPreset() {
      let name = preset.namePointer.map { String(cString: $0) } ?? ""
      let bank = preset.bank + Int32(font.bankOffset)
      call.print("\(padded(bank))-\(padded(preset.program)) \(name)")
    }
    return Result.ok
  }

  private static func printChannels(_ call: Call) -> Int32? {
    for (index, channel) in (call.handler.synth?.channels ?? []).enumerated() {
      let name = channel.preset?.namePointer.map { String(cString: $0) } ?? "no preset"
      var line = "chan \(index), "
      if call.arguments.first == "-verbose" {
        line += "sfont \(channel.fontID), bank \(channel.bank), preset \(channel.program), "
      }
      call.print(line + name)
    }
    return Result.ok
  }
}
