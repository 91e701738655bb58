package import PeachInstrumentModel
import PeachPOSIX

/// Memory-mapped and buffered reading of files, and atomic writing.
package enum FileAccess {
  /// Maps a file into memory, in microseconds regardless of its size. Pages are loaded on access,
  /// so that listing the presets of a 148 MB bank reads only its tables. The file may be renamed or
  /// deleted afterwards. If another program truncates it, an access beyond its new end terminates
  /// the process (SIGBUS): use ``read(path:limit:)`` for files that are rewritten in place. Empty
  /// files, folders and devices are errors. Call on any thread but the audio thread.
  package static func map(path: String) throws(FileAccessError) -> ByteStorage {
    let file = try FileDescriptor.reading(path)
    let status = try file.status()
    guard let count = Int(exactly: status.st_size), count > 0 else {
      throw FileAccessError(path: path, operation: .map, reason: .empty)
    }
    let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.number, 0)
    guard let address, Int(bitPattern: address) != -1 else {
      throw FileAccessError(path: path, operation: .map, code: errno)
    }
    // Otherwise, the kernel reads up to 128 KB around every page fault.
    madvise(address, count, MADV_RANDOM)
    // Safe: used only by the closures below, and `release` is called last.
    nonisolated(unsafe) let mapped = address
    return ByteStorage(
      bytes: UnsafeRawBufferPointer(start: address, count: count), file: FileIdentity(status),
      path: path, prefetch: { prefetch($0.clamped(to: 0..<count), of: mapped) },
      forget: { discardPages($0.clamped(to: 0..<count), of: mapped, byteCount: count) },
      release: { munmap(mapped, count) })
  }

  /// Maps a file, or reads a pipe to its end: at most 2 GiB. The contents of a pipe have no path.
  package static func mapOrRead(path: String) throws(FileAccessError) -> ByteStorage {
    guard isPipe(path) else { return try map(path: path) }
    let bytes = try read(FileDescriptor.readingPipe(path), limit: 1 << 31)
    if bytes.isEmpty { throw FileAccessError(path: path, operation: .read, reason: .empty) }
    return ByteStorage(copying: bytes)
  }

  /// Discards the pages of `range`, and the surrounding pages that the system mapped together with
  /// them. Never touches pages beyond the mapping, which may belong to other allocations.
  private static func discardPages(
    _ range: Range<Int>, of start: UnsafeMutableRawPointer, byteCount: Int
  ) {
    if range.isEmpty { return }
    // Linux maps up to 64 KiB around a page fault (mm/memory.c, do_fault_around), page-aligned.
    let faultAroundBytes = 65_536
    let page = Int(getpagesize())
    let mappedEnd = (byteCount + page - 1) / page * page
    let begin = max(range.lowerBound - faultAroundBytes, 0) / page * page
    let end = min((range.upperBound + faultAroundBytes + page - 1) / page * page, mappedEnd)
    madvise(start + begin, end - begin, MADV_DONTNEED)
  }

  private static func prefetch(_ range: Range<Int>, of start: UnsafeMutableRawPointer) {
    if range.isEmpty { return }
    // The mapping is page-aligned.
    let page = Int(getpagesize())
    let begin = range.lowerBound / page * page
    madvise(start + begin, range.upperBound - begin, MADV_WILLNEED)
  }

  /// Reads a file of at most `limit` bytes. Reads to the end of the file, regardless of the
  /// reported size, and never allocates more than `limit` + 64 KiB.
  package static func read(path: String, limit: Int) throws(FileAccessError) -> [UInt8] {
    try read(FileDescriptor.reading(path), limit: limit)
  }

  /// Reads a file or a pipe to its end: at most `limit` bytes.
  package static func readFileOrPipe(path: String, limit: Int) throws(FileAccessError) -> [UInt8] {
    try read(FileDescriptor.readingPipe(path), limit: limit)
  }

  /// Reads the first `count` bytes of a file, or fewer if it is shorter.
  package static func read(path: String, first count: Int) throws(FileAccessError) -> [UInt8] {
    let file = try FileDescriptor.reading(path)
    var bytes = [UInt8](repeating: 0, count: count)
    var end = 0
    while end < count {
      let added = bytes.withUnsafeMutableBytes {
        systemRead(file.number, UnsafeMutableRawBufferPointer(rebasing: $0[end...]))
      }
      if added == 0 { break }
      if added < 0 && errno != EINTR {
        throw FileAccessError(path: path, operation: .read, code: errno)
      }
      end += max(added, 0)
    }
    return Array(bytes[..<end])
  }

  /// Reads an open file of at most `limit` bytes.
  static func read(_ file: borrowing FileDescriptor, limit: Int) throws(FileAccessError) -> [UInt8]
  {
    let path = file.path
    let reported = Int(clamping: try file.status().st_size)
    guard reported <= limit else {
      throw FileAccessError(path: path, operation: .read, reason: .tooLarge(limit: limit))
    }
    var bytes = [UInt8]()
    bytes.reserveCapacity(reported)
    var buffer = [UInt8](repeating: 0, count: min(max(reported, 1 << 12), 1 << 16))
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(file.number, $0) }
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw FileAccessError(path: path, operation: .read, code: errno)
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw FileAccessError(path: path, operation: .read, reason: .tooLarge(limit: limit))
      }
    }
  }

  /// Writes a file atomically and durably, after other writers. Replaces a link, not its target.
  package static func write(_ bytes: UnsafeRawBufferPointer, to path: String)
    throws(FileAccessError)
  {
    let file = try PartialFile(for: path, onConflict: .wait)
    try file.descriptor.write(bytes)
    try file.commit(.durable)
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(FileAccessError) {
    let file = try PartialFile(for: path, onConflict: .wait)
    try file.descriptor.write(bytes, count: bytes.count)
    try file.commit(.durable)
  }

  /// Updates a small file atomically, under a lock that excludes other updates. A power failure may
  /// undo it. `change` receives `nil` if the file is missing, unreadable, or longer than `limit`.
  package static func update(
    path: String, limit: Int, _ change: ([UInt8]?) -> [UInt8]
  ) throws(FileAccessError) {
    let file = try PartialFile(for: path, onConflict: .wait)
    var old: [UInt8]?
    do throws(FileAccessError) { old = try read(path: path, limit: limit) } catch { old = nil }
    let bytes = change(old)
    try file.descriptor.write(bytes, count: bytes.count)
    try file.commit(.ordinary)
  }

  static func isValid(_ path: String) -> Bool { !path.isEmpty && !path.utf8.contains(0) }
}

// Outside the type, where `read` is the C function.
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(number, bytes.baseAddress, bytes.count)
}

extension FileAccess {
  /// Reads standard input, which may be a pipe, to its end: at most `limit` bytes.
  package static func readStandardInput(limit: Int) throws(FileAccessError) -> [UInt8] {
    try read(FileDescriptor(duplicating: STDIN_FILENO, path: "standard input"), limit: limit)
  }

  /// Writes all bytes to standard output.
  package static func writeToStandardOutput(_ bytes: UnsafeRawBufferPointer) throws(FileAccessError)
  {
    try FileDescriptor(duplicating: STDOUT_FILENO, path: "standard output").write(bytes)
  }
}
