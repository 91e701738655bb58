extension FileAccess {
  /// Replaces a small file by what `change` makes of its bytes, all or nothing, with nobody else
  /// updating it meanwhile: of two programs that add to one file neither loses what the other added.
  ///
  /// `change` gets nil where there is no such file, or one that cannot be read or has more than
  /// `limit` bytes. Waits for another writer. What is written is complete if the program is killed,
  /// but may be lost with the machine's power: right for what can be made again.
  ///
  /// ```swift
  /// try FileAccess.update(path: path, limit: 100) { ($0 ?? []) + [1] }
  /// ```
  public static func update(
    path: String, limit: Int, _ change: ([UInt8]?) -> [UInt8]
  ) throws(FileError) {
    let file = try PartialFile(for: path, whereInUse: .wait)
    var old: [UInt8]?
    do throws(FileError) { old = try read(path: path, limit: limit) } catch { old = nil }
    let bytes = change(old)
    try file.descriptor.write(bytes, count: bytes.count)
    try file.commit(.ordinary)
  }
}
