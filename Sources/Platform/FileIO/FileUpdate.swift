extension FileAccess {
  /// Updates a small file atomically, under a lock that excludes other updates.
  ///
  /// The update may be lost in a power failure, but never leaves an incomplete file.
  ///
  /// - Parameter change: Returns the new bytes from the old ones, which are `nil` if the file does
  ///   not exist, cannot be read, or has more than `limit` bytes.
  ///
  /// ```swift
  /// try FileAccess.update(path: path, limit: 100) { ($0 ?? []) + [1] }
  /// ```
  package static func update(
    path: String, limit: Int, _ change: ([UInt8]?) -> [UInt8]
  ) throws(FileError) {
    let file = try PartialFile(for: path, onConflict: .wait)
    var old: [UInt8]?
    do throws(FileError) { old = try read(path: path, limit: limit) } catch { old = nil }
    let bytes = change(old)
    try file.descriptor.write(bytes, count: bytes.count)
    try file.commit(.ordinary)
  }
}
