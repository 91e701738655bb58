public import PeachInstrumentModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Bytes of files: mapped, read whole, and written so that a half-written file is never seen.
public enum FileAccess {
  /// The bytes of a file, without reading them: pages are fetched as they are touched, and only
  /// those, so listing the presets of a 148 MB bank costs what its tables cost.
  ///
  /// Takes microseconds whatever the size. The file may be renamed or deleted meanwhile; if another
  /// program makes it shorter, touching what is gone ends this process (SIGBUS), so files that are
  /// rewritten in place belong in ``read(path:limit:)``. Empty files, folders and devices are
  /// errors. Any thread but the audio thread.
  public static func map(path: String) throws(FileError) -> ByteStorage {
    let file = try Descriptor.reading(path)
    let status = try file.status()
    guard let count = Int(exactly: status.st_size), count > 0 else {
      throw FileError(path: path, operation: .map, reason: .empty)
    }
    let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.number, 0)
    guard let address, Int(bitPattern: address) != -1 else {
      throw FileError(path: path, operation: .map, code: errno)
    }
    // Without this the kernel reads up to 128 KB around every touch.
    madvise(address, count, MADV_RANDOM)
    // Sound: the address is only used to unmap, once, when nobody reads any more.
    nonisolated(unsafe) let mapped = address
    return ByteStorage(
      bytes: UnsafeRawBufferPointer(start: address, count: count), file: FileIdentity(status),
      path: path, prefetch: { prefetch($0.clamped(to: 0..<count), of: mapped) },
      forget: { forget($0.clamped(to: 0..<count), of: mapped, byteCount: count) },
      release: { munmap(mapped, count) })
  }

  /// Lets the pages of `range` go, and those around it that the system has mapped along with them,
  /// but none beyond the mapping of `byteCount` bytes: those are somebody else's, and would be lost.
  private static func forget(
    _ range: Range<Int>, of start: UnsafeMutableRawPointer, byteCount: Int
  ) {
    if range.isEmpty { return }
    // Linux maps up to 64 KiB around a page that is touched (mm/memory.c, do_fault_around). The
    // mapping begins with a page; counted from there, all are whole.
    let around = 65_536
    let page = Int(getpagesize())
    let mappedEnd = (byteCount + page - 1) / page * page
    let begin = max(range.lowerBound - around, 0) / page * page
    let end = min((range.upperBound + around + page - 1) / page * page, mappedEnd)
    madvise(start + begin, end - begin, MADV_DONTNEED)
  }

  /// Has the system fetch the pages of `range` in one go, in the background.
  private static func prefetch(_ range: Range<Int>, of start: UnsafeMutableRawPointer) {
    if range.isEmpty { return }
    // The mapping begins with a page.
    let page = Int(getpagesize())
    let begin = range.lowerBound / page * page
    madvise(start + begin, range.upperBound - begin, MADV_WILLNEED)
  }

  /// All bytes of a small file, copied; an error if it has more than `limit`.
  ///
  /// Reads to the end whatever size the system reports, and never allocates more than
  /// `limit` + 64 KiB. An empty file gives no bytes.
  public static func read(path: String, limit: Int) throws(FileError) -> [UInt8] {
    let file = try Descriptor.reading(path)
    let reported = Int(clamping: try file.status().st_size)
    guard reported <= limit else {
      throw FileError(path: path, operation: .read, reason: .tooLarge(limit: limit))
    }
    var bytes = [UInt8]()
    bytes.reserveCapacity(reported)
    var piece = [UInt8](repeating: 0, count: min(max(reported, 1 << 12), 1 << 16))
    while true {
      let count = piece.withUnsafeMutableBytes { systemRead(file.number, $0) }
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw FileError(path: path, operation: .read, code: errno)
      }
      bytes += piece[..<count]
      guard bytes.count <= limit else {
        throw FileError(path: path, operation: .read, reason: .tooLarge(limit: limit))
      }
    }
  }

  /// Puts `bytes` under `path`, all or nothing: readers see the old file or the new one, and after
  /// a power failure too. A symbolic link at `path` is replaced. Waits for another such writer.
  public static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(FileError) {
    let file = try PartialFile(for: path, whereInUse: .wait)
    try file.descriptor.write(bytes)
    try file.commit(.durable)
  }

  /// Puts `bytes` under `path`, all or nothing, as the other `write` does.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try PartialFile(for: path, whereInUse: .wait)
    try file.descriptor.write(bytes, count: bytes.count)
    try file.commit(.durable)
  }

  static func isValid(_ path: String) -> Bool { !path.isEmpty && !path.utf8.contains(0) }
}

// Outside the type, where the name is C's.
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(number, bytes.baseAddress, bytes.count)
}
