extension Setting {
  /// All settings with the types, defaults and ranges of FluidSynth 2.3's settings reference.
  /// Drivers are those of Peach.
  static var table: [String: Setting] {
    audio.merging(midi) { first, _ in first }.merging(synthesizer) { first, _ in first }
      .merging(effects) { first, _ in first }
  }

  private static var audio: [String: Setting] {
    [
      "audio.alsa.device": .string("default"),
      "audio.driver": .string("alsa", options: ["alsa", "file", "jack"]),
      "audio.file.endian": .string("auto", options: ["auto", "big", "cpu", "little"]),
      "audio.file.format": .string("s16", options: ["float", "s16", "s24"]),
      "audio.file.name": .string("fluidsynth.wav"),
      "audio.file.type": .string(
        "auto", options: ["aiff", "auto", "caf", "flac", "mp3", "oga", "opus", "raw", "wav"]),
      "audio.jack.autoconnect": .toggle(false),
      "audio.jack.id": .string("fluidsynth"),
      "audio.jack.multi": .toggle(false),
      "audio.jack.server": .string(""),
      "audio.oss.device": .string("/dev/dsp"),
      "audio.period-size": .integer(64, 64...8192),
      "audio.periods": .integer(16, 2...64),
      "audio.pulseaudio.adjust-latency": .toggle(true),
      "audio.pulseaudio.device": .string("default"),
      "audio.pulseaudio.media-role": .string("music"),
      "audio.pulseaudio.server": .string("default"),
      "audio.realtime-prio": .integer(60, 0...99),
      "audio.sample-format": .string("16bits", options: ["16bits", "float"]),
      "audio.sdl2.device": .string("default", options: ["default"]),
    ]
  }

  private static var midi: [String: Setting] {
    [
      "midi.alsa.device": .string("default", options: ["default"]),
      "midi.alsa_seq.device": .string("default"),
      "midi.alsa_seq.id": .string("pid"),
      "midi.autoconnect": .toggle(false),
      "midi.driver": .string("alsa_seq", options: ["alsa_raw", "alsa_seq"]),
      "midi.jack.id": .string("fluidsynth-midi"),
      "midi.jack.server": .string(""),
      "midi.oss.device": .string("/dev/midi"),
      "midi.portname": .string(""),
      "midi.realtime-prio": .integer(50, 0...99),
      "player.reset-synth": .toggle(true),
      "player.timing-source": .string("sample", options: ["sample", "system"]),
      "shell.port": .integer(9800, 1...65_535),
      "shell.prompt": .string(""),
    ]
  }

  private static var synthesizer: [String: Setting] {
    [
      "synth.audio-channels": .integer(1, 1...128),
      "synth.audio-groups": .integer(1, 1...128),
      "synth.cpu-cores": .integer(1, 1...256),
      "synth.default-soundfont": .string("/usr/share/sounds/sf3/default-GM.sf3"),
      "synth.device-id": .integer(0, 0...126),
      "synth.dynamic-sample-loading": .toggle(false),
      "synth.effects-channels": .integer(2, 2...2),
      "synth.effects-groups": .integer(1, 1...128),
      "synth.gain": .number(0.2, 0...10),
      "synth.ladspa.active": .toggle(false),
      "synth.lock-memory": .toggle(true),
      "synth.midi-bank-select": .string("gs", options: ["gm", "gs", "mma", "xg"]),
      "synth.midi-channels": .integer(16, 16...256),
      "synth.min-note-length": .integer(10, 0...65_535),
      "synth.overflow.age": .number(1000, -10_000...10_000),
      "synth.overflow.important": .number(5000, -50_000...50_000),
      "synth.overflow.important-channels": .string(""),
      "synth.overflow.percussion": .number(4000, -10_000...10_000),
      "synth.overflow.released": .number(-2000, -10_000...10_000),
      "synth.overflow.sustained": .number(-1000, -10_000...10_000),
      "synth.overflow.volume": .number(500, -10_000...10_000),
      "synth.polyphony": .integer(256, 1...65_535),
      "synth.sample-rate": .number(44_100, 8000...96_000),
      "synth.threadsafe-api": .toggle(true),
      "synth.verbose": .toggle(false),
    ]
  }

  private static var effects: [String: Setting] {
    [
      "synth.chorus.active": .toggle(true),
      "synth.chorus.depth": .number(8, 0...256),
      "synth.chorus.level": .number(2, 0...10),
      "synth.chorus.nr": .integer(3, 0...99),
      "synth.chorus.speed": .number(0.3, 0.1...5),
      "synth.reverb.active": .toggle(true),
      "synth.reverb.damp": .number(0, 0...1),
      "synth.reverb.level": .number(0.9, 0...1),
      "synth.reverb.room-size": .number(0.2, 0...1),
      "synth.reverb.width": .number(0.5, 0...100),
    ]
  }

  /// The settings that a synthesizer applies immediately.
  static var realtimeNames: [String] {
    ["synth.gain", "synth.polyphony", "synth.device-id"] + effects.keys
      + synthesizer.keys.filter { $0.hasPrefix("synth.overflow.") }
  }
}
