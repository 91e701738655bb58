#if SoundFile
  import CSoundFile

  /// An in-memory output file for libsndfile's virtual I/O.
  struct MemoryOutput {
    private(set) var bytes: [UInt8] = []
    private var position = 0

    /// The callbacks. Their context is a pointer to a `MemoryOutput`.
    static var calls: SF_VIRTUAL_IO {
      SF_VIRTUAL_IO(
        get_filelen: { context in
          sf_count_t(MemoryOutput.at(context)?.pointee.bytes.count ?? 0)
        },
        seek: { offset, origin, context in
          MemoryOutput.at(context)?.pointee.seek(to: offset, from: origin) ?? -1
        },
        read: { _, _, _ in 0 },
        write: { source, count, context in
          MemoryOutput.at(context)?.pointee.write(source, count: count) ?? 0
        },
        tell: { context in sf_count_t(MemoryOutput.at(context)?.pointee.position ?? 0) })
    }

    private static func at(
      _ context: UnsafeMutableRawPointer?
    ) -> UnsafeMutablePointer<MemoryOutput>? {
      context?.assumingMemoryBound(to: MemoryOutput.self)
    }

    private mutating func seek(to offset: sf_count_t, from origin: Int32) -> sf_count_t {
      let base = origin == SF_SEEK_SET ? 0 : origin == SF_SEEK_CUR ? position : bytes.count
      let target = base + Int(offset)
      guard target >= 0 && target <= bytes.count else { return -1 }
      position = target
      return sf_count_t(target)
    }

    private mutating func write(
      _ source: UnsafeRawPointer?, count: sf_count_t
    ) -> sf_count_t {
      guard let source, count > 0 else { return 0 }
      let data = UnsafeRawBufferPointer(start: source, count: Int(count))
      let end = min(position + data.count, bytes.count)
      bytes.replaceSubrange(position..<end, with: data)
      position += data.count
      return count
    }
  }
#endif
