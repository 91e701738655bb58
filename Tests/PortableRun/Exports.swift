#if hasFeature(Embedded)
  /// See ``PortableRun/randomCase(_:)``.
  @_cdecl("peach_random_case")
  public func peachRandomCase(_ seed: UInt64) -> UInt64 { PortableRun.randomCase(seed) }

  /// See ``PortableRun/song(bank:song:seconds:)``.
  @_cdecl("peach_song")
  public func peachSong(
    _ bank: UnsafeRawPointer, _ bankCount: Int, _ song: UnsafeRawPointer, _ songCount: Int,
    _ seconds: Int
  ) -> UInt64 {
    PortableRun.song(
      bank: UnsafeRawBufferPointer(start: bank, count: bankCount),
      song: UnsafeRawBufferPointer(start: song, count: songCount), seconds: seconds)
  }

  /// See ``PortableRun/kernel(_:)``.
  @_cdecl("peach_kernel")
  public func peachKernel(_ index: Int) -> UInt64 { PortableRun.kernel(index) }

  /// See ``PortableRun/kernelCount``.
  @_cdecl("peach_kernel_count")
  public func peachKernelCount() -> Int { PortableRun.kernelCount }
#endif
