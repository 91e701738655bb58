#if SoundFile
  import CSoundFile

  /// An in-memory input file for libsndfile's virtual I/O.
  struct MemoryFile {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The callbacks. Their context is a pointer to a `MemoryFile`.
    static var calls: SF_VIRTUAL_IO {
      SF_VIRTUAL_IO(
        get_filelen: { context in
          sf_count_t(MemoryFile.at(context)?.pointee.bytes.count ?? 0)
        },
        seek: { offset, origin, context in
          MemoryFile.at(context)?.pointee.seek(to: offset, from: origin) ?? -1
        },
        read: { destination, count, context in
          MemoryFile.at(context)?.pointee.read(into: destination, count: count) ?? 0
        },
        write: { _, _, _ in 0 },
        tell: { context in sf_count_t(MemoryFile.at(context)?.pointee.position ?? 0) })
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<MemoryFile>?
    {
      context?.assumingMemoryBound(to: MemoryFile.self)
    }

    /// Sets the position. Rejects positions outside the bytes, which a hostile file may request.
    private mutating func seek(to offset: sf_count_t, from origin: Int32) -> sf_count_t {
      let base = origin == SF_SEEK_SET ? 0 : origin == SF_SEEK_CUR ? position : bytes.count
      let (target, overflow) = base.addingReportingOverflow(Int(offset))
      guard !overflow && target >= 0 && target <= bytes.count else { return -1 }
      position = target
      return sf_count_t(target)
    }

    private mutating func read(
      into destination: UnsafeMutableRawPointer?, count: sf_count_t
    ) -> sf_count_t {
      let taken = max(0, min(Int(count), bytes.count - position))
      guard let destination, let start = bytes.baseAddress, taken > 0 else { return 0 }
      destination.copyMemory(from: start + position, byteCount: taken)
      position += taken
      return sf_count_t(taken)
    }
  }
#endif
