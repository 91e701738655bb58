/// The header of a track of Recomposer, and the range of its events.
struct RCPTrack {
  static let headerBytes = 44
  static let eventBytes = 4

  /// The commands of events that are no notes.
  enum Command {
    static let firstUserExclusive: UInt8 = 0x90
    static let trackExclusive: UInt8 = 0x98
    static let external: UInt8 = 0x99
    static let yamahaBase: UInt8 = 0xD0
    static let yamahaDevice: UInt8 = 0xD1
    static let yamahaParameter: UInt8 = 0xD2
    static let xgParameter: UInt8 = 0xD3
    static let rolandBase: UInt8 = 0xDD
    static let rolandParameter: UInt8 = 0xDE
    static let rolandDevice: UInt8 = 0xDF
    static let bankLSB: UInt8 = 0xE1
    static let bankMSB: UInt8 = 0xE2
    static let keyScan: UInt8 = 0xE5
    static let channel: UInt8 = 0xE6
    static let tempo: UInt8 = 0xE7
    static let channelPressure: UInt8 = 0xEA
    static let controller: UInt8 = 0xEB
    static let program: UInt8 = 0xEC
    static let keyPressure: UInt8 = 0xED
    static let bend: UInt8 = 0xEE
    static let keySignature: UInt8 = 0xF5
    static let comment: UInt8 = 0xF6
    static let continuation: UInt8 = 0xF7
    static let loopEnd: UInt8 = 0xF8
    static let loopStart: UInt8 = 0xF9
    static let sameMeasure: UInt8 = 0xFC
    static let measureEnd: UInt8 = 0xFD
    static let trackEnd: UInt8 = 0xFE
  }

  /// The offset of the header.
  let start: Int
  /// The bytes of the events, with the end of the track.
  let events: Range<Int>
  /// The offset after the track.
  let end: Int
  /// Whether the track ends with its last event.
  let isComplete: Bool
  /// The MIDI channel with its port: 16 is the first channel of port 1; `nil` for none.
  let channel: Int?
  /// The transposition of notes by the track, in semitones; `nil` for a rhythm track, which is not
  /// transposed.
  let transposition: Int?
  /// The tick of the first event.
  private(set) var startTick: Int
  let isMuted: Bool
  let name: ArraySlice<UInt8>

  /// - Returns: `nil` if the header is cut short or its size is invalid.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset + Self.headerBytes <= bytes.count else { return nil }
    let size = Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    let first = offset + Self.headerBytes
    guard size >= Self.headerBytes else { return nil }
    start = offset
    var last = offset + size - Self.eventBytes
    // Sizes of long tracks are too small: the end of the track decides.
    if last < first || last + Self.eventBytes > bytes.count || bytes[last] < Command.trackEnd {
      last = first
      while last + Self.eventBytes <= bytes.count, bytes[last] < Command.trackEnd {
        last += Self.eventBytes
      }
    }
    isComplete = last + Self.eventBytes <= bytes.count
    end = isComplete ? last + Self.eventBytes : bytes.count
    events = first..<first + (end - first) / Self.eventBytes * Self.eventBytes
    channel = bytes[offset + 4] < 0x80 ? Int(bytes[offset + 4]) : nil
    let key = Int(bytes[offset + 5])
    transposition = key < 0x80 ? (key < 0x40 ? key : key - 0x80) : nil
    startTick = Int(Int8(bitPattern: bytes[offset + 6]))
    isMuted = bytes[offset + 7] & 1 == 1
    name = RCPFile.trimmed(bytes[offset + 8..<first])
  }

  func withUnsignedStartTick() -> RCPTrack {
    var track = self
    track.startTick = startTick & 0xFF
    return track
  }

  /// Whether the track plays on a port after the first.
  func usesPorts(_ bytes: [UInt8]) -> Bool {
    if let channel, channel >= 16 { return true }
    return stride(from: events.lowerBound, to: events.upperBound, by: Self.eventBytes).contains {
      bytes[$0] == Command.channel && 17...0x80 ~= bytes[$0 + 2]
    }
  }
}
