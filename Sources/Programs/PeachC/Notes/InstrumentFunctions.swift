// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of peach.h, which documents them. The compiler compares their types with it.
public import CPeach
import PeachMusicUnits
import PeachPlayback
import PeachServices
import PeachSynthesis

extension peach_instrument_options {
  fileprivate static var defaults: peach_instrument_options {
    var options = peach_instrument_options()
    options.in_tune = 1
    options.interpolation = 6
    options.sample_rate = 48_000
    return options
  }
}

extension peach_note {
  fileprivate static var defaults: peach_note {
    var note = peach_note()
    note.hertz = 440
    note.seconds = 1
    note.amplitude = 0.8
    return note
  }
}

/// Parses a frequency or a note.
@c @implementation
public func peach_note_parse(
  _ text: UnsafePointer<CChar>?, _ referencePitch: Double, _ hertz: UnsafeMutablePointer<Double>?
) -> Int32 {
  result {
    let hertz = try require(hertz, "hertz")
    let text = String(cString: try require(text, "text"))
    let pitch = try OptionValue.referencePitch(referencePitch)
    guard let frequency = Frequency(text, referencePitch: pitch) else {
      throw LibraryError(
        .argument,
        "Invalid pitch \"\(text)\". Pass hertz such as 442.3, or a note such as A4, C#5 or Bb3-20c."
      )
    }
    hertz.pointee = frequency.hertz
  }
}

/// Returns the frequency of A4 in the user's settings.
@c @implementation
public func peach_note_reference_pitch(_ hertz: UnsafeMutablePointer<Double>?) -> Int32 {
  result {
    let hertz = try require(hertz, "hertz")
    // Without a folder for settings, there are none.
    guard let file = try? SettingsFile() else {
      hertz.pointee = PeachSettings().referencePitch
      return
    }
    hertz.pointee = try file.load().referencePitch
  }
}

/// Sets the defaults of options.
@c @implementation
public func peach_instrument_options_init(
  _ options: UnsafeMutablePointer<peach_instrument_options>?, _ size: Int
) -> Int32 {
  result { try VersionedStructure.initialize(options, size: size, .defaults) }
}

/// Sets the defaults of a note.
@c @implementation
public func peach_note_init(_ note: UnsafeMutablePointer<peach_note>?, _ size: Int) -> Int32 {
  result { try VersionedStructure.initialize(note, size: size, .defaults) }
}

/// Prepares a preset for rendering.
@c @implementation
public func peach_instrument_open(
  _ bank: OpaquePointer?, _ preset: Int32, _ options: UnsafePointer<peach_instrument_options>?,
  _ instrument: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    try HandleTable.use(bank, as: BankObject.self) { bank in
      let instrument = try require(instrument, "instrument")
      let options = try VersionedStructure.read(options, defaults: .defaults)
      let object = try NoteInstrument(
        playing: try bank.preset(at: preset),
        sampleRate: try OptionValue.sampleRate(options.sample_rate),
        options: NoteOptions(
          intonation: options.in_tune == 0 ? nil : IntonationCache(),
          tone: try OptionValue.tone(options.tone, vibrato: options.vibrato),
          interpolation: try OptionValue.interpolation(options.interpolation)))
      instrument.pointee = try HandleTable.open(InstrumentObject(object))
    }
  }
}

/// Closes an instrument.
@c @implementation
public func peach_instrument_close(_ instrument: OpaquePointer?) -> Int32 {
  result { try HandleTable.close(instrument, .instrument) }
}

/// Counts the frames of notes.
@c @implementation
public func peach_instrument_frames(
  _ instrument: OpaquePointer?, _ notes: UnsafePointer<peach_note>?, _ noteCount: Int,
  _ frames: UnsafeMutablePointer<Int>?
) -> Int32 {
  result {
    try HandleTable.use(instrument, as: InstrumentObject.self) { object in
      let frames = try require(frames, "frames")
      let notes = try scheduledNotes(notes, noteCount)
      frames.pointee = try object.instrument.frameCount(of: notes)
    }
  }
}

/// Renders notes.
@c @implementation
public func peach_instrument_render(
  _ instrument: OpaquePointer?, _ notes: UnsafePointer<peach_note>?, _ noteCount: Int,
  _ left: UnsafeMutablePointer<Float>?, _ right: UnsafeMutablePointer<Float>?, _ stride: Int,
  _ frames: Int
) -> Int32 {
  result {
    try HandleTable.use(instrument, as: InstrumentObject.self) { object in
      let notes = try scheduledNotes(notes, noteCount)
      var destination = try AudioDestination(left, right, stride: stride, frames: frames)
      try object.instrument.render(notes, count: frames) { destination.append($0, $1, $2) }
    }
  }
}

/// Returns the notes of an array whose elements have the size of the first.
private func scheduledNotes(
  _ notes: UnsafePointer<peach_note>?, _ count: Int
) throws(LibraryError) -> [ScheduledNote] {
  if count == 0 { return [] }
  let notes = try require(notes, "notes")
  try require(1...1_000_000 ~= count, "\(count) notes are too many.")
  let size = Int(notes.pointee.size)
  var scheduled: [ScheduledNote] = []
  scheduled.reserveCapacity(count)
  for index in 0..<count {
    let element = UnsafeRawPointer(notes) + index * size
    let note = try VersionedStructure.read(
      element.assumingMemoryBound(to: peach_note.self), defaults: .defaults)
    try require(note.size == size, "The size of note \(index) differs from that of note 0.")
    scheduled.append(try scheduledNote(note))
  }
  return scheduled
}

private func scheduledNote(_ note: peach_note) throws(LibraryError) -> ScheduledNote {
  let day = 0.0...86_400.0
  try require(note.reserved == 0, "The reserved member of a note is not 0.")
  try require(day ~= note.start, "A note starts after \(note.start) s. Use 0 to 86400.")
  try require(
    day ~= note.seconds && note.seconds > 0,
    "A note is \(note.seconds) s long. Use more than 0, at most 86400.")
  try require(
    0...1 ~= note.amplitude, "The amplitude of a note is \(note.amplitude). Use 0 to 1.")
  let frequency = try checkedFrequency(note.hertz)
  var region: RegionSelector?
  if note.region_hertz != 0 || note.region_amplitude != 0 {
    try require(
      0...1 ~= note.region_amplitude,
      "The amplitude of a region is \(note.region_amplitude). Use 0 to 1.")
    region = RegionSelector(
      frequency: note.region_hertz == 0 ? frequency : try checkedFrequency(note.region_hertz),
      amplitude: note.region_amplitude == 0 ? note.amplitude : note.region_amplitude)
  }
  return ScheduledNote(
    at: .seconds(note.start), frequency: frequency, duration: .seconds(note.seconds),
    amplitude: note.amplitude, region: region)
}
