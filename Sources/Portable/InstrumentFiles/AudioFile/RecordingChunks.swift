/// What an audio file's own chunks say about it as an instrument's note: the `smpl` and `inst`
/// chunks of WAV files, `INST` and `MARK` of AIFF, `inst` and `regn` of CAF.
///
/// Chunks that are broken, or say what no keyboard has, say nothing.
public struct RecordingChunks: Hashable, Sendable {
  /// The key at which it sounds as recorded.
  public var key: UInt8?
  /// How many cents it sounds above that key.
  public var cents = 0.0
  /// The frames that repeat while a key is held, end exclusive.
  public var loop: Range<Int>?
  /// The keys that play it; nil where nothing is said, or all of them.
  public var keys: ClosedRange<UInt8>?
  /// The velocities that play it; nil where nothing is said, or all of them.
  public var velocities: ClosedRange<UInt8>?
  /// How much louder than recorded it plays.
  public var gainDecibels = 0.0

  /// Nothing is said.
  public init() {}

  /// What a whole file says; nothing where it is no WAV, AIFF or CAF.
  public init(_ file: UnsafeRawBufferPointer) {
    let form = Self.code(file, 8)
    switch Self.code(file, 0) {
    case "RIFF" where form == "WAVE", "RF64" where form == "WAVE": readWAV(file)
    case "FORM" where form == "AIFF" || form == "AIFC": readAIFF(file)
    case "caff": readCAF(file)
    default: break
    }
  }

  /// Takes lowest and highest key and velocity, four bytes; bounds that no keyboard has say nothing.
  mutating func setRanges(_ file: UnsafeRawBufferPointer, at place: Int) {
    func range(_ place: Int) -> ClosedRange<UInt8>? {
      let (low, high) = (file[place], file[place + 1])
      return low <= high && high <= 127 && (low > 0 || high < 127) ? low...high : nil
    }
    keys = range(place)
    velocities = range(place + 2)
    // From 1 on are all that there are.
    if velocities == 1...127 { velocities = nil }
  }

  // RIFF New Multimedia Data Types and Data Techniques (1994), “Sampler Chunk” and “Instrument
  // Chunk”.
  private mutating func readWAV(_ file: UnsafeRawBufferPointer) {
    for (code, content) in Self.chunks(file, isBigEndian: false) {
      func number(_ offset: Int) -> Int {
        Self.number(file, content.lowerBound + offset, 4, isBigEndian: false)
      }
      if code == "smpl", content.count >= 36 {
        let unity = number(12)
        if unity <= 127 {
          key = UInt8(unity)
          // Parts of a semitone, of 2³².
          cents = 100 * Double(number(16)) / 4_294_967_296
        }
        let loops = min(number(28), (content.count - 36) / 24)
        for index in 0..<loops {
          let place = 36 + 24 * index
          // 0 goes forward; the last frame is played too.
          let (start, last) = (number(place + 8), number(place + 12))
          if number(place + 4) == 0, start >= 0, start < last, last < Int.max {
            loop = start..<last + 1
            break
          }
        }
      } else if code == "inst", content.count >= 7, file[content.lowerBound] <= 127 {
        if key == nil {
          key = file[content.lowerBound]
          // The cents by which players change the pitch, not those of the recording.
          cents = -Double(Int8(bitPattern: file[content.lowerBound + 1]))
        }
        gainDecibels = Double(Int8(bitPattern: file[content.lowerBound + 2]))
        setRanges(file, at: content.lowerBound + 3)
      }
    }
  }

  // Audio Interchange File Format 1.3, “Marker Chunk” and “Instrument Chunk”.
  private mutating func readAIFF(_ file: UnsafeRawBufferPointer) {
    var markers: [Int: Int] = [:]
    var ends: (begin: Int, end: Int)?
    for (code, content) in Self.chunks(file, isBigEndian: true) {
      func number(_ offset: Int, _ count: Int) -> Int {
        Self.number(file, content.lowerBound + offset, count, isBigEndian: true)
      }
      if code == "MARK", content.count >= 2 {
        var place = 2
        for _ in 0..<number(0, 2) where place + 7 <= content.count {
          markers[number(place, 2)] = number(place + 2, 4)
          // A name with its length before it, of even size in all.
          place += 6 + (number(place + 6, 1) + 2) / 2 * 2
        }
      } else if code == "INST", content.count >= 20 {
        let base = number(0, 1)
        if base <= 127 {
          key = UInt8(base)
          cents = -Double(Int8(truncatingIfNeeded: number(1, 1)))
          gainDecibels = Self.plausibleGain(Double(Int16(truncatingIfNeeded: number(6, 2))))
          setRanges(file, at: content.lowerBound + 2)
        }
        // The sustain loop; 1 goes forward.
        if number(8, 2) == 1 { ends = (number(10, 2), number(12, 2)) }
      }
    }
    // Markers lie between frames, so the end's position is the frame behind the loop.
    if let ends, let start = markers[ends.begin], let end = markers[ends.end], start < end {
      loop = start..<end
    }
  }

  /// 0 where it is beyond the 144 dB that a SoundFont can say (2.04, 8.1.3, generator 48).
  static func plausibleGain(_ decibels: Double) -> Double { abs(decibels) <= 144 ? decibels : 0 }

  /// The chunks of a file, each with where its contents are, as far as they are within it.
  static func chunks(
    _ file: UnsafeRawBufferPointer, isBigEndian: Bool
  ) -> [(code: FourCharacterCode, content: Range<Int>)] {
    var chunks: [(code: FourCharacterCode, content: Range<Int>)] = []
    var place = 12
    while place + 8 <= file.count, chunks.count < 4096 {
      let size = unsigned(file, place + 4, 4, isBigEndian: isBigEndian)
      let room = file.count - place - 8
      let isWhole = size <= UInt64(room)
      let end = isWhole ? place + 8 + Int(size) : file.count
      chunks.append((code(file, place), place + 8..<end))
      if !isWhole { break }
      place = end + Int(size % 2)
    }
    return chunks
  }

  static func code(_ file: UnsafeRawBufferPointer, _ place: Int) -> FourCharacterCode {
    FourCharacterCode(
      rawValue: UInt32(truncatingIfNeeded: unsigned(file, place, 4, isBigEndian: false)))
  }

  /// 0 where it is not wholly within the file. Where words have 32 bits the highest is the sign.
  static func number(
    _ file: UnsafeRawBufferPointer, _ place: Int, _ count: Int, isBigEndian: Bool
  ) -> Int {
    Int(truncatingIfNeeded: unsigned(file, place, count, isBigEndian: isBigEndian))
  }

  /// 0 where it is not wholly within the file.
  static func unsigned(
    _ file: UnsafeRawBufferPointer, _ place: Int, _ count: Int, isBigEndian: Bool
  ) -> UInt64 {
    guard place >= 0, place <= file.count - count else { return 0 }
    var value: UInt64 = 0
    for index in 0..<count {
      value = value << 8 | UInt64(file[place + (isBigEndian ? index : count - 1 - index)])
    }
    return value
  }
}
