#if arch(wasm32)
  nonisolated(unsafe) private var blocks: [LongRun.Block] = []

  /// Runs, and returns the number of reported blocks.
  @_expose(wasm, "run") @_cdecl("run")
  public func run() -> Int32 {
    blocks = LongRun.blocks()
    return Int32(blocks.count)
  }

  /// Returns the clock after a reported block.
  @_expose(wasm, "clock") @_cdecl("clock")
  public func clock(_ index: Int32) -> Int64 { blocks[Int(index)].clock }

  /// Returns the hash of a reported block.
  @_expose(wasm, "hash") @_cdecl("hash")
  public func hash(_ index: Int32) -> UInt64 { blocks[Int(index)].hash }
#endif
