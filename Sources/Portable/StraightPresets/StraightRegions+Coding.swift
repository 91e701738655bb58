import PeachMusicUnits
import PeachSynthesis

/// The encoding of a straightening's result for other WebAssembly modules, which run on the same
/// machine: numbers are in its byte order.
extension StraightRegions {
  /// The bytes that ``init(bytes:)`` decodes to the same regions.
  package var bytes: [UInt8] {
    var bytes = NativeBytes()
    bytes.append(tone.number)
    bytes.append(steadyPitch ? 1 : 0)
    bytes.append(corrections)
    bytes.append(shares == NoteShares() ? [] : shares.bytes)
    bytes.append(octaveCents)
    bytes.append(Int32(replacements.count))
    for (region, replacement) in replacements {
      bytes.append(Int32(region))
      bytes.append(Int32(replacement.loop?.lowerBound ?? -1))
      bytes.append(Int32(replacement.loop?.upperBound ?? -1))
      bytes.append([replacement.correctionCents])
      bytes.append(Int32(replacement.framesPerVibratoEntry))
      bytes.append(replacement.vibratoCents)
      bytes.append(replacement.frames)
    }
    return bytes.bytes
  }

  /// Returns `nil` if the bytes are not regions.
  package init?(bytes: UnsafeRawBufferPointer) {
    var reader = NativeBytesReader(bytes: bytes)
    guard let number = reader.number(), let tone = AppliedTone(number: number),
      let steadyPitch = reader.number(), 0...1 ~= steadyPitch,
      let corrections = reader.values(Double.self), let shares = reader.values(UInt8.self),
      let noteShares = shares.isEmpty ? NoteShares() : NoteShares(bytes: shares),
      let octaveCents = reader.values(Double.self),
      let count = reader.number()
    else { return nil }
    self.init(
      tone: tone, corrections: corrections, steadyPitch: steadyPitch != 0, shares: noteShares)
    self.octaveCents = octaveCents
    for _ in 0..<max(count, 0) {
      guard let region = reader.number(), let start = reader.number(), let end = reader.number(),
        let cents = reader.values(Double.self), cents.count == 1, let step = reader.number(),
        let vibrato = reader.values(Float.self), let frames = reader.values(Float.self)
      else { return nil }
      var replacement = SampleReplacement(
        frames: frames, loop: 0 <= start && start <= end ? Int(start)..<Int(end) : nil,
        correctionCents: cents[0])
      (replacement.vibratoCents, replacement.framesPerVibratoEntry) = (vibrato, Int(step))
      replacements[Int(region)] = replacement
    }
    guard reader.isAtEnd else { return nil }
  }
}

extension AppliedTone {
  fileprivate var number: Int32 {
    switch self {
    case .straight: 0
    case .glideRemoved: 1
    case .lessInTune: 2
    case .recorded: 3
    case .kept(let verdict): 4 + Int32(verdict.rawValue)
    }
  }

  fileprivate init?(number: Int32) {
    switch number {
    case 0: self = .straight
    case 1: self = .glideRemoved
    case 2: self = .lessInTune
    case 3: self = .recorded
    default:
      guard let code = UInt8(exactly: Int(number) - 4), let verdict = ToneVerdict(rawValue: code)
      else { return nil }
      self = .kept(verdict)
    }
  }
}

/// Numbers, and arrays after their counts.
private struct NativeBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: Int32) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  mutating func append<Value: BitwiseCopyable>(_ values: [Value]) {
    append(Int32(values.count))
    values.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }
}

/// Reads ``NativeBytes``. Each method returns `nil` at the end.
private struct NativeBytesReader {
  let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func number() -> Int32? {
    guard bytes.count - offset >= 4 else { return nil }
    defer { offset += 4 }
    return bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
  }

  mutating func values<Value: BitwiseCopyable>(_ type: Value.Type) -> [Value]? {
    guard let count = number(), count >= 0,
      Int(count) <= (bytes.count - offset) / MemoryLayout<Value>.stride
    else { return nil }
    let size = Int(count) * MemoryLayout<Value>.stride
    defer { offset += size }
    return [Value](unsafeUninitializedCapacity: Int(count)) { values, initialized in
      UnsafeMutableRawBufferPointer(values).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + size]))
      initialized = Int(count)
    }
  }
}
