#if SoundFile
  import CSoundFile
  import PeachPOSIX

  /// An open file for libsndfile's virtual I/O, which records failures: libsndfile hides those of
  /// its MP3 encoder.
  struct DescriptorFile {
    let number: Int32
    /// The error number of the first operation that failed; 0 for none.
    private(set) var failure: Int32 = 0

    init(_ number: Int32) { self.number = number }

    /// The callbacks. Their context is a pointer to a `DescriptorFile`.
    static var calls: SF_VIRTUAL_IO {
      SF_VIRTUAL_IO(
        get_filelen: { DescriptorFile.at($0)?.pointee.byteCount() ?? -1 },
        seek: { DescriptorFile.at($2)?.pointee.seek(to: $0, from: $1) ?? -1 },
        read: { DescriptorFile.at($2)?.pointee.read(into: $0, count: $1) ?? 0 },
        write: { DescriptorFile.at($2)?.pointee.write($0, count: $1) ?? 0 },
        tell: { DescriptorFile.at($0)?.pointee.seek(to: 0, from: SEEK_CUR) ?? -1 })
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Self>? {
      context?.assumingMemoryBound(to: Self.self)
    }

    private mutating func byteCount() -> sf_count_t {
      var status = stat()
      guard fstat(number, &status) == 0 else { return fail() }
      return sf_count_t(status.st_size)
    }

    private mutating func seek(to offset: sf_count_t, from origin: Int32) -> sf_count_t {
      let position = lseek(number, off_t(offset), origin)
      return position < 0 ? fail() : sf_count_t(position)
    }

    private mutating func read(
      into destination: UnsafeMutableRawPointer?, count: sf_count_t
    ) -> sf_count_t {
      guard let destination, count > 0 else { return 0 }
      var done = 0
      while done < Int(count) {
        let result = systemRead(number, destination + done, Int(count) - done)
        if result < 0 && errno == EINTR { continue }
        if result < 0 { _ = fail() }
        if result <= 0 { break }
        done += result
      }
      return sf_count_t(done)
    }

    private mutating func write(_ source: UnsafeRawPointer?, count: sf_count_t) -> sf_count_t {
      guard let source, count > 0 else { return 0 }
      var done = 0
      while done < Int(count) {
        let result = systemWrite(number, source + done, Int(count) - done)
        if result < 0 && errno == EINTR { continue }
        if result < 0 { _ = fail() }
        if result <= 0 { break }
        done += result
      }
      return sf_count_t(done)
    }

    /// Records the error number of the system, if it is the first one.
    private mutating func fail() -> sf_count_t {
      if failure == 0 { failure = errno == 0 ? EIO : errno }
      return -1
    }
  }

  // Outside the type, where these are methods.
  private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(number, bytes, count)
  }

  private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(number, bytes, count)
  }
#endif
