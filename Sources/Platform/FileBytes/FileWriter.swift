/// Writes a file piece by piece that appears under its name only when it is complete.
///
/// ```swift
/// var writer = try FileWriter(path: "small.sf2")
/// try writer.write(bytes)
/// try writer.finish()
/// ```
/// Until `finish()` the bytes are in `<path>.partial`; if the writer goes without it, so do they. A
/// second writer for the same path is refused while the first is at work. Large pieces are written
/// from where they are; small ones are gathered. One thread at a time, not the audio thread.
public struct FileWriter: ~Copyable, Sendable {
  /// Pieces shorter than this are gathered until they are as long.
  private static var gatheredLimit: Int { 1 << 16 }

  /// How many bytes were written so far.
  public private(set) var byteCount = 0
  private let file: PartialFile
  private var gathered: [UInt8] = []

  /// Begins a file, whose folder must be there.
  public init(path: String) throws(FileError) {
    file = try PartialFile(for: path, whereInUse: .fail)
    gathered.reserveCapacity(Self.gatheredLimit)
  }

  /// Adds bytes behind those written before.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    byteCount += bytes.count
    if gathered.count + bytes.count > Self.gatheredLimit { try flush() }
    if bytes.count >= Self.gatheredLimit {
      try file.descriptor.write(bytes)
    } else {
      gathered.append(contentsOf: bytes)
    }
  }

  /// Completes the file and gives it its name, in the place of any that has it; it survives a power
  /// failure from then on.
  public consuming func finish() throws(FileError) {
    try flush()
    try file.commit(.durable)
  }

  private mutating func flush() throws(FileError) {
    try file.descriptor.write(gathered, count: gathered.count)
    gathered.removeAll(keepingCapacity: true)
  }
}
