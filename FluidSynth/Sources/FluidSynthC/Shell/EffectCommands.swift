/// The commands for reverb and chorus.
extension CommandHandler {
  /// Returns a command of the last argument; a group may precede it.
  private static func number(
    _ group: String, _ help: String, _ body: @escaping (OpaquePointer?, Double) -> Int32
  ) -> Command {
    Command(group: group, help: help) { call in
      guard let value = call.number(call.arguments.count - 1) else { return nil }
      return body(call.handler.synthHandle, value)
    }
  }

  static var effectCommands: [String: Command] {
    [
      "reverb": number("reverb", "reverb [0|1]                Switch the reverb") {
        fluid_synth_reverb_on($0, -1, $1 != 0 ? 1 : 0)
      },
      "rev_setroomsize": number("reverb", "rev_setroomsize num         Set the room size") {
        fluid_synth_set_reverb_group_roomsize($0, -1, $1)
      },
      "rev_setdamp": number("reverb", "rev_setdamp num             Set the damping") {
        fluid_synth_set_reverb_group_damp($0, -1, $1)
      },
      "rev_setwidth": number("reverb", "rev_setwidth num            Set the width") {
        fluid_synth_set_reverb_group_width($0, -1, $1)
      },
      "rev_setlevel": number("reverb", "rev_setlevel num            Set the level") {
        fluid_synth_set_reverb_group_level($0, -1, $1)
      },
      "chorus": number("chorus", "chorus [0|1]                Switch the chorus") {
        fluid_synth_chorus_on($0, -1, $1 != 0 ? 1 : 0)
      },
      "cho_set_nr": number("chorus", "cho_set_nr n                Set the number of voices") {
        fluid_synth_set_chorus_group_nr($0, -1, Int32($1))
      },
      "cho_set_level": number("chorus", "cho_set_level num           Set the level") {
        fluid_synth_set_chorus_group_level($0, -1, $1)
      },
      "cho_set_speed": number("chorus", "cho_set_speed num           Set the rate in hertz") {
        fluid_synth_set_chorus_group_speed($0, -1, $1)
      },
      "cho_set_depth": number("chorus", "cho_set_depth num           Set the depth in ms") {
        fluid_synth_set_chorus_group_depth($0, -1, $1)
      },
    ]
  }
}
