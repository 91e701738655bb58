package import PeachAudioEncoding
public import PeachInstrumentModel
import PeachMIDIEvents
public import PeachMusicUnits
public import PeachSequencing
public import PeachStraightPresets
public import PeachSynthesis
public import PeachTuning

/// The options for rendering a song.
public struct RenderOptions: Hashable, Sendable {
  /// The sample rate in hertz, clamped to 8,000…384,000.
  public var sampleRate = 48_000 {
    didSet { sampleRate = Int(configuration.sampleRate) }
  }
  package var format = WAVSampleFormat.integer16
  /// The type of the file; `nil` for that of its extension, or else WAV.
  public var fileType: AudioFileType?
  /// Whether the file has one channel, the mean of left and right.
  public var isMono = false
  /// The quality of a lossy file, 0…1.
  public var quality = 0.6
  /// The tag for the title, by default the name of the song. WAV files have no tags.
  public var title: String?
  /// The tag for the performer or composer.
  public var artist: String?
  /// The master gain. The default of −14 dB leaves headroom for many simultaneous notes.
  public var gain = SynthesizerConfiguration.songGain
  /// The polyphony limit, clamped to 1…4,096.
  public var maximumVoices = 256 {
    didSet { maximumVoices = configuration.maximumVoices }
  }
  /// Whether reverb and chorus are enabled.
  public var effects = true
  /// Whether a note-on ends the notes of the same key and channel, as on a Sound Canvas.
  public var endsRepeatedNotes = false
  /// Whether the pitch errors of the bank's samples are corrected; see ``IntonationCache``.
  public var inTune = false
  /// The way recordings are played; see ``StraightToneCache``. MIDI controller 77, vibrato
  /// depth, changes the amount of vibrato of straight tones: 0 is none, 64 is as recorded.
  public var tone = ToneStyle.recorded
  /// Whether a limiter keeps peaks below −0.1 dBFS. Otherwise peaks clip at full scale.
  public var limiter = true
  /// The interpolation between the frames of a sample. More taps alias less and cost more.
  public var interpolation = InterpolationQuality.doubled
  /// The kernels: the fastest of this machine, or portable ones with bit-identical output.
  public var kernels = KernelChoice.fastest
  /// The tuning; `nil` for equal temperament at 440 Hz.
  public var tuning: KeyboardTuning?
  /// The options for pure chords, which are in addition to ``tuning`` and heard with straight tones
  /// whose levels are smooth; `nil` to keep the tuning. See ``ToneStyle``.
  public var adaptive: AdaptiveTuning?
  /// The stretch of the octaves of presets whose recordings are those of strings, such as pianos,
  /// in addition to ``tuning``; `nil` for none. Corrects the pitch errors of all presets, as
  /// ``inTune`` does.
  public var stretch: OctaveStretch?
  /// The frequency of A4, in addition to the tunings of the song and to ``tuning``, which are
  /// relative to 440 Hz. Percussion is unchanged.
  public var referencePitch = FrequencyCalculation.concertPitch
  /// The part of the song that is rendered, and changes to it.
  public var excerpt = SongExcerpt()
  /// The presets that channels play instead of those that the song selects.
  public var channelPresets: [ChannelPreset] = []
  /// The number of repetitions of a loop without end that the song marks; `nil` to ignore loops.
  public var loops: Int?
  /// The time for which such a loop is repeated further and fades out, where the song ends; 0 to
  /// play on after the loop.
  public var fadeSeconds = 0.0
  /// The song of a file with several, counted from 1, if the options apply to files.
  package var songNumber = 1
  /// The maximum duration of a song in seconds, without its decay; longer songs throw
  /// ``SongLengthError``. The default is four hours.
  public var maximumSeconds = 14_400.0

  /// Creates the default options.
  public init() {}

  /// Returns the deviations of the notes of a song by ``adaptive``.
  func noteTunings(of song: MIDIFile) -> NoteTunings {
    guard let adaptive else { return NoteTunings() }
    return SongTuning(song, adaptive, temperament: tuning).noteTunings
  }

  /// Returns a song with ``channelPresets``.
  func song(_ file: MIDIFile) -> MIDIFile {
    var file = file
    for own in channelPresets {
      file.setPreset(
        bank: own.preset.bank, program: own.preset.program, ofChannel: own.channel)
    }
    return file
  }

  /// The configuration of the synthesizer. With 16 bits, a released voice ends at −108 dBFS, an
  /// eighth of a quantization step.
  var configuration: SynthesizerConfiguration {
    var configuration = SynthesizerConfiguration(
      sampleRate: Double(sampleRate), maximumVoices: maximumVoices, gain: gain, effects: effects,
      limiter: limiter, tuning: tuning, interpolation: interpolation, kernels: kernels)
    configuration.referencePitch = referencePitch
    configuration.endsRepeatedNotes = endsRepeatedNotes
    configuration.vibratoAmount = Float(tone.vibrato)
    if format == .integer16 { configuration.silence = Decibels(-108) }
    return configuration
  }
}

/// A preset that a channel of a song plays instead of those that the song selects.
public struct ChannelPreset: Hashable, Sendable {
  /// The channel, plus 16 for each port before its own.
  public var channel: UInt8
  /// The preset; a drum channel needs a kit.
  public var preset: PresetIdentifier

  /// Creates the preset of a channel.
  public init(channel: UInt8, preset: PresetIdentifier) {
    (self.channel, self.preset) = (channel, preset)
  }
}

/// A summary of a rendering.
public struct RenderSummary: Hashable, Sendable {
  /// The way a preset's recordings are played.
  public struct PresetTone: Hashable, Sendable {
    /// The numbers of the preset.
    public var preset: PresetIdentifier
    /// Whether it is played straight, or the reason why not.
    public var tone: AppliedTone
  }

  /// The number of frames in the file.
  public var frameCount: Int
  /// The number of frames of the song, without the decay after its end.
  public var songFrameCount: Int
  /// The sample rate in hertz.
  public var sampleRate: Int
  /// The peak absolute value before clipping; 1 is full scale.
  public var peak: Float
  /// The number of clipped frames.
  public var clippedFrameCount: Int
  /// The presets that the song selects and the bank lacks.
  public var missingPresets: [PresetIdentifier]
  /// The presets of the song with ``RenderOptions/tone``, if that is straight; otherwise none.
  public var tones: [PresetTone] = []
  /// Messages about samples that notes of the song need and that are missing or cannot be decoded.
  /// These notes are silent.
  public var missingSamples: [String] = []
  /// The tolerated errors of the MIDI file. Those of the bank are `SoundBank.warnings`.
  public var warnings: [String]
}
