// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of peach.h, which documents them. The compiler compares their types with it.
public import CPeach
import PeachMIDIEvents
import PeachMusicUnits
import PeachPOSIX
import PeachServices
import PeachSynthesis

extension peach_render_options {
  fileprivate static var defaults: peach_render_options {
    var options = peach_render_options()
    options.sample_rate = 48_000
    options.maximum_voices = 256
    options.effects = 1
    options.limiter = 1
    options.tone = Int32(PEACH_TONE_RECORDED)
    options.interpolation = 6
    options.gain_decibels = -14
    options.reference_pitch = 440
    options.purity = 1
    options.stretch_amount = 1
    return options
  }
}

extension peach_render_options {
  /// Reads a caller's options.
  fileprivate init(_ pointer: UnsafePointer<peach_render_options>?) throws(LibraryError) {
    self = try VersionedStructure.read(
      pointer, defaults: .defaults,
      firstSize: MemoryLayout<peach_render_options>.offset(of: \.reference_pitch) ?? 0)
  }
}

extension RenderOptions {
  fileprivate init(_ pointer: UnsafePointer<peach_render_options>?) throws {
    try self.init(try peach_render_options(pointer))
  }

  fileprivate init(_ options: peach_render_options) throws {
    self.init()
    sampleRate = Int(saturating: try OptionValue.sampleRate(Double(options.sample_rate)))
    maximumVoices = try OptionValue.voices(options.maximum_voices)
    effects = options.effects != 0
    limiter = options.limiter != 0
    tone = try OptionValue.tone(options.tone, vibrato: options.vibrato)
    inTune = options.in_tune != 0
    interpolation = try OptionValue.interpolation(options.interpolation)
    kernels = options.portable == 0 ? .fastest : .portable
    format = try OptionValue.format(options.format)
    gain = try OptionValue.gain(options.gain_decibels)
    referencePitch = try OptionValue.referencePitch(options.reference_pitch)
    tuning = try OptionValue.tuning(options.tuning)
    adaptive = try OptionValue.adaptive(
      options.adaptive, purity: options.purity, glide: options.glide,
      fixed: options.fixed_channels, untuned: options.untuned_channels)
    endsRepeatedNotes = options.ends_repeated_notes != 0
    stretch = try OptionValue.stretch(options.stretch, amount: options.stretch_amount)
  }
}

/// Sets the defaults of options.
@c @implementation
public func peach_render_options_init(
  _ options: UnsafeMutablePointer<peach_render_options>?, _ size: Int
) -> Int32 {
  result {
    try VersionedStructure.initialize(
      options, size: size, .defaults,
      firstSize: MemoryLayout<peach_render_options>.offset(of: \.reference_pitch) ?? 0)
  }
}

/// Opens a MIDI file.
@c @implementation
public func peach_song_open(
  _ path: UnsafePointer<CChar>?, _ song: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    let song = try require(song, "song")
    let path = PathBytes.string(try require(path, "path"))
    song.pointee = try HandleTable.open(SongObject(try MIDIFile(contentsOf: path)))
  }
}

/// Opens a MIDI file in memory.
@c @implementation
public func peach_song_open_memory(
  _ bytes: UnsafeRawPointer?, _ byteCount: Int, _ song: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    let song = try require(song, "song")
    let bytes = try copy(bytes, byteCount)
    song.pointee = try HandleTable.open(SongObject(try MIDIFile(ofAnyFormat: bytes)))
  }
}

/// Closes a song.
@c @implementation
public func peach_song_close(_ song: OpaquePointer?) -> Int32 {
  result { try HandleTable.close(song, .song) }
}

/// Returns the duration of a song.
@c @implementation
public func peach_song_seconds(
  _ song: OpaquePointer?, _ seconds: UnsafeMutablePointer<Double>?
) -> Int32 {
  result {
    try HandleTable.use(song, as: SongObject.self) { song in
      try require(seconds, "seconds").pointee = song.file.duration.seconds
    }
  }
}

/// Tunes the chords of a song.
@c @implementation
public func peach_song_tune(
  _ song: OpaquePointer?, _ options: UnsafePointer<peach_render_options>?,
  _ notes: UnsafeMutablePointer<peach_tuned_note>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
  result {
    try HandleTable.use(song, as: SongObject.self) { song in
      let count = try require(count, "count")
      try require(capacity >= 0, "\(UInt(bitPattern: capacity)) notes do not fit into memory.")
      if capacity > 0 { _ = try require(notes, "notes") }
      var members = try peach_render_options(options)
      if members.adaptive == PEACH_ADAPTIVE_OFF { members.adaptive = Int32(PEACH_ADAPTIVE_FIVE) }
      let options = try RenderOptions(members)
      let adaptive = options.adaptive ?? AdaptiveTuning()
      try adaptive.checkNoteCount(of: song.file)
      let tuning = SongTuning(song.file, adaptive, temperament: options.tuning)
      count.pointee = tuning.notes.count
      for (index, note) in tuning.notes.enumerated().prefix(capacity) {
        notes?[index] = peach_tuned_note(
          seconds: note.startSeconds, cents: tuning.totalCents(ofNote: index),
          port: Int32(note.port), channel: Int32(note.channel), key: Int32(note.key), reserved: 0)
      }
    }
  }
}

/// Renders a song to a file.
@c @implementation
public func peach_song_render_file(
  _ song: OpaquePointer?, _ bank: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<peach_render_options>?,
  _ summary: UnsafeMutablePointer<peach_render_summary>?
) -> Int32 {
  result {
    try HandleTable.use(song, as: SongObject.self) { song in
      try HandleTable.use(bank, as: BankObject.self) { bank in
        let path = PathBytes.string(try require(path, "path"))
        let options = try RenderOptions(options)
        var description = peach_render_summary()
        // The size is checked before the song is rendered.
        if let summary { try VersionedStructure.write(description, to: summary) }
        let rendered = try song.file.render(
          with: try bank.sampledStack(), to: path, options: options,
          processors: ActiveProcessors.countForOneSong)
        description.missing_preset_count = Int32(clamping: rendered.missingPresets.count)
        description.frame_count = Int64(rendered.frameCount)
        description.song_frame_count = Int64(rendered.songFrameCount)
        description.clipped_frame_count = Int64(rendered.clippedFrameCount)
        description.peak = Double(rendered.peak)
        description.missing_sample_count = Int32(clamping: rendered.missingSamples.count)
        if let summary { try VersionedStructure.write(description, to: summary) }
      }
    }
  }
}

/// Prepares a song for rendering.
@c @implementation
public func peach_renderer_open(
  _ song: OpaquePointer?, _ bank: OpaquePointer?, _ options: UnsafePointer<peach_render_options>?,
  _ renderer: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    try HandleTable.use(song, as: SongObject.self) { song in
      try HandleTable.use(bank, as: BankObject.self) { bank in
        let renderer = try require(renderer, "renderer")
        let stream = try SongStream(
          song.file, with: try bank.sampledStack(), options: try RenderOptions(options))
        renderer.pointee = try HandleTable.open(RendererObject(stream))
      }
    }
  }
}

/// Closes a renderer.
@c @implementation
public func peach_renderer_close(_ renderer: OpaquePointer?) -> Int32 {
  result { try HandleTable.close(renderer, .renderer) }
}

/// Returns the maximum number of frames.
@c @implementation
public func peach_renderer_limit(
  _ renderer: OpaquePointer?, _ frames: UnsafeMutablePointer<Int64>?
) -> Int32 {
  result {
    try HandleTable.use(renderer, as: RendererObject.self) { renderer in
      try require(frames, "frames").pointee = renderer.maximumFrameCount
    }
  }
}

/// Renders the next frames.
@c @implementation
public func peach_renderer_read(
  _ renderer: OpaquePointer?, _ left: UnsafeMutablePointer<Float>?,
  _ right: UnsafeMutablePointer<Float>?, _ stride: Int, _ frames: Int,
  _ written: UnsafeMutablePointer<Int>?
) -> Int32 {
  result {
    try HandleTable.use(renderer, as: RendererObject.self) { renderer in
      let written = try require(written, "written")
      let destination = try AudioDestination(left, right, stride: stride, frames: frames)
      written.pointee = renderer.read(frames, to: destination)
    }
  }
}
