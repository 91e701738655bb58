/// The commands for notes, programs and tunings.
extension CommandHandler {
  /// Returns a command of integers.
  private static func integers(
    _ count: Int, _ group: String, _ help: String,
    _ body: @escaping (OpaquePointer?, [Int32]) -> Int32
  ) -> Command {
    Command(group: group, help: help) { call in
      let values = (0..<count).compactMap { call.integer($0) }
      return values.count == count ? body(call.handler.synthHandle, values) : nil
    }
  }

  static var synthCommands: [String: Command] {
    [
      "noteon": integers(3, "event", "noteon chan key vel         Send noteon") {
        fluid_synth_noteon($0, $1[0], $1[1], $1[2])
      },
      "noteoff": integers(2, "event", "noteoff chan key            Send noteoff") {
        fluid_synth_noteoff($0, $1[0], $1[1])
      },
      "cc": integers(3, "event", "cc chan ctrl value          Send control-change message") {
        fluid_synth_cc($0, $1[0], $1[1], $1[2])
      },
      "prog": integers(2, "event", "prog chan num               Send program-change message") {
        fluid_synth_program_change($0, $1[0], $1[1])
      },
      "pitch_bend": integers(2, "event", "pitch_bend chan offset      Bend pitch") {
        fluid_synth_pitch_bend($0, $1[0], $1[1])
      },
      "pitch_bend_range": integers(2, "event", "pitch_bend_range chan range Set bend range") {
        fluid_synth_pitch_wheel_sens($0, $1[0], $1[1])
      },
      "select": integers(4, "event", "select chan sfont bank prog Select a preset") {
        fluid_synth_program_select($0, $1[0], $1[1], $1[2], $1[3])
      },
      "reset": integers(0, "general", "reset                       System reset") { synth, _ in
        fluid_synth_system_reset(synth)
      },
      "gain": Command(group: "general", help: "gain value                  Set the gain") { call in
        guard let value = call.number(0), 0...10 ~= value else { return nil }
        fluid_synth_set_gain(call.handler.synthHandle, Float(value))
        return Result.ok
      },
      "interp": integers(1, "general", "interp num                  Set the interpolation") {
        fluid_synth_set_interp_method($0, -1, $1[0])
      },
      "interpc": integers(2, "general", "interpc chan num            Set the interpolation") {
        fluid_synth_set_interp_method($0, $1[0], $1[1])
      },
      "voice_count": Command(
        group: "general", help: "voice_count                 Print the number of voices"
      ) { call in
        call.print("voice_count: \(fluid_synth_get_active_voice_count(call.handler.synthHandle))")
        return Result.ok
      },
    ].merging(tuningCommands) { first, _ in first }
      .merging(modeCommands) { first, _ in first }
  }

  private static var tuningCommands: [String: Command] {
    [
      "tuning": Command(
        group: "tuning", help: "tuning name bank prog       Create a tuning"
      ) { call in
        guard let name = call.arguments.first, let bank = call.integer(1),
          let program = call.integer(2)
        else { return nil }
        return fluid_synth_activate_key_tuning(
          call.handler.synthHandle, bank, program, name, nil, 0)
      },
      "tune": Command(
        group: "tuning", help: "tune bank prog key pitch    Tune a key, in cents"
      ) { call in
        guard let bank = call.integer(0), let program = call.integer(1),
          let key = call.integer(2), let pitch = call.number(3)
        else { return nil }
        return fluid_synth_tune_notes(
          call.handler.synthHandle, bank, program, 1, [key], [pitch], 0)
      },
      "settuning": integers(3, "tuning", "settuning chan bank prog    Select a tuning") {
        fluid_synth_activate_tuning($0, $1[0], $1[1], $1[2], 0)
      },
      "resettuning": integers(1, "tuning", "resettuning chan            Equal temperament") {
        fluid_synth_deactivate_tuning($0, $1[0], 0)
      },
      "tunings": Command(
        group: "tuning", help: "tunings                     Print the tunings"
      ) { call in
        let synth = call.handler.synthHandle
        var (bank, program): (Int32, Int32) = (0, 0)
        fluid_synth_tuning_iteration_start(synth)
        while fluid_synth_tuning_iteration_next(synth, &bank, &program) != 0 {
          call.print("\(bank)-\(program)")
        }
        return Result.ok
      },
    ]
  }

  private static var modeCommands: [String: Command] {
    [
      "setlegatomode": integers(2, "polymono", "setlegatomode chan mode     Set legato") {
        fluid_synth_set_legato_mode($0, $1[0], $1[1])
      },
      "setportamentomode": integers(2, "polymono", "setportamentomode chan mode Set portamento") {
        fluid_synth_set_portamento_mode($0, $1[0], $1[1])
      },
      "setbreathmode": integers(2, "polymono", "setbreathmode chan mode     Set breath mode") {
        fluid_synth_set_breath_mode($0, $1[0], $1[1])
      },
      "resetbasicchannels": integers(0, "polymono", "resetbasicchannels          Reset all") {
        synth, _ in fluid_synth_reset_basic_channel(synth, -1)
      },
      "setbasicchannels": integers(3, "polymono", "setbasicchannels chan mode n Set a group") {
        fluid_synth_set_basic_channel($0, $1[0], $1[1], $1[2])
      },
    ]
  }
}
