import PeachInstrumentModel
import PeachSynthesis

/// The object of a `fluid_voice_t`: a note of a sample that a program starts.
final class Voice {
  let id: UInt32
  let channel: Int
  let key: Int
  let velocity: Int
  let sample: SampleObject
  var generators: [Float]
  var modulators: [ModulatorRecord] = []
  var isReleased = false
  /// The engine's notes; `nil` before the start.
  var notes: Engines.Notes?
  /// Whether the start has found a region.
  var hasStarted: Bool { notes.map { !$0.serials.isEmpty } ?? false }

  init(id: UInt32, _ sample: SampleObject, channel: Int, key: Int, velocity: Int) {
    self.id = id
    self.sample = sample
    self.channel = channel
    self.key = key
    self.velocity = velocity
    generators = [Float](repeating: 0, count: SynthChannel.generatorCount)
    for generator in Generator.allCases {
      generators[Int(generator.rawValue)] = generator.defaultValue
    }
  }

  /// The ID of the engine's note. IDs of `fluid_synth_start` have other upper bits.
  var noteID: UInt64 { 1 << 33 | UInt64(id) }

  /// A bank with the sample and the region of the voice.
  var bank: SoundBank {
    var recording = SoundBank.Recording(
      name: sample.name, frames: sample.frames, sampleRate: sample.sampleRate,
      rootKey: sample.rootKey)
    recording.lowBytes = sample.lowBytes
    recording.correctionCents = sample.fineTuneCents
    recording.loop = sample.loop
    let values = Generator.allCases.map { ($0, generators[Int($0.rawValue)]) }
    return SoundBank(
      playing: recording, generators: Dictionary(uniqueKeysWithValues: values),
      modulators: modulators.map { $0.modulator })
  }
}

extension Synth {
  /// Starts a note of a prepared preset, without changing the preset of the channel. Returns the
  /// engine's notes.
  func start(_ note: Note, _ preset: PreparedPreset) -> Engines.Notes {
    let index = Int(note.channel)
    let own = channels[index].preset?.prepared
    return engines.start { engine in
      engine.usePreset(preset, onChannel: index)
      engine.handle(.startNote(note))
      engine.usePreset(own, onChannel: index)
    }
  }

  /// Whether a voice sounds.
  func isActive(_ voice: Voice) -> Bool {
    voice.notes.map { engines.isActive($0) } ?? false
  }

  /// Releases the voices that programs have started.
  func releaseVoices(_ matches: (Voice) -> Bool) {
    for voice in voices where !voice.isReleased && matches(voice) {
      voice.isReleased = true
      send(.release(note: voice.noteID))
    }
  }

  /// Removes voices that have ended, and their presets.
  func removeEndedVoices() {
    for (index, voice) in voices.enumerated().reversed() where !isActive(voice) {
      customPresets[voice.id] = nil
      Handle.delete(Handle.borrowed(voice), as: Voice.self)
      voices.remove(at: index)
    }
  }
}
