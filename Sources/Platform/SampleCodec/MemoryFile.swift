#if SoundFile
  import CSoundFile

  /// An in-memory file for libsndfile's virtual I/O: reads `input`, or writes `output` without one.
  struct MemoryFile {
    var input: UnsafeRawBufferPointer?
    private(set) var output: [UInt8] = []
    private var position = 0

    init(reading input: UnsafeRawBufferPointer? = nil) { self.input = input }

    private var byteCount: Int { input?.count ?? output.count }

    /// The callbacks. Their context is a pointer to a `MemoryFile`.
    static var calls: SF_VIRTUAL_IO {
      SF_VIRTUAL_IO(
        get_filelen: { sf_count_t(MemoryFile.at($0)?.pointee.byteCount ?? 0) },
        seek: { MemoryFile.at($2)?.pointee.seek(to: $0, from: $1) ?? -1 },
        read: { MemoryFile.at($2)?.pointee.read(into: $0, count: $1) ?? 0 },
        write: { MemoryFile.at($2)?.pointee.write($0, count: $1) ?? 0 },
        tell: { sf_count_t(MemoryFile.at($0)?.pointee.position ?? 0) })
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Self>? {
      context?.assumingMemoryBound(to: Self.self)
    }

    /// Sets the position. Rejects positions outside the bytes, which a hostile file may request.
    private mutating func seek(to offset: sf_count_t, from origin: Int32) -> sf_count_t {
      let base = origin == SF_SEEK_SET ? 0 : origin == SF_SEEK_CUR ? position : byteCount
      let (target, overflow) = base.addingReportingOverflow(Int(offset))
      guard !overflow && target >= 0 && target <= byteCount else { return -1 }
      position = target
      return sf_count_t(target)
    }

    private mutating func read(
      into destination: UnsafeMutableRawPointer?, count: sf_count_t
    ) -> sf_count_t {
      let taken = max(0, min(Int(count), byteCount - position))
      guard let destination, let start = input?.baseAddress, taken > 0 else { return 0 }
      destination.copyMemory(from: start + position, byteCount: taken)
      position += taken
      return sf_count_t(taken)
    }

    private mutating func write(_ source: UnsafeRawPointer?, count: sf_count_t) -> sf_count_t {
      guard let source, input == nil, count > 0 else { return 0 }
      let data = UnsafeRawBufferPointer(start: source, count: Int(count))
      output.replaceSubrange(position..<min(position + data.count, output.count), with: data)
      position += data.count
      return count
    }
  }
#endif
