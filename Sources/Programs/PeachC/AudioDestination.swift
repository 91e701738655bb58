/// The stereo buffers of a caller.
struct AudioDestination {
  private var left: UnsafeMutablePointer<Float>
  private var right: UnsafeMutablePointer<Float>
  private let stride: Int

  /// - Throws: ``LibraryError`` if a pointer is null or the stride is not positive.
  init(
    _ left: UnsafeMutablePointer<Float>?, _ right: UnsafeMutablePointer<Float>?, stride: Int,
    frames: Int
  ) throws(LibraryError) {
    self.left = try require(left, "left")
    self.right = try require(right, "right")
    try require(1...65_536 ~= stride, "The stride is \(stride). Use 1 to 65536.")
    try require(
      0...1 << 40 ~= frames, "\(UInt(bitPattern: frames)) frames do not fit into memory.")
    self.stride = stride
  }

  /// Writes the next frames.
  mutating func append(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int
  ) {
    if stride == 1 {
      self.left.update(from: left, count: count)
      self.right.update(from: right, count: count)
    } else {
      for frame in 0..<count {
        self.left[frame &* stride] = left[frame]
        self.right[frame &* stride] = right[frame]
      }
    }
    self.left += count * stride
    self.right += count * stride
  }
}
