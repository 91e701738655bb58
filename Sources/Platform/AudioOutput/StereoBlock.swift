/// The buffers of two channels for one period, initially zero. Must be deallocated manually.
struct StereoBlock: @unchecked Sendable {
  // Safe: its creator ensures that one thread at a time uses it.
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>

  init(frameCount: Int) {
    left = .allocate(capacity: frameCount)
    right = .allocate(capacity: frameCount)
    left.initialize(repeating: 0, count: frameCount)
    right.initialize(repeating: 0, count: frameCount)
  }

  func deallocate() {
    left.deallocate()
    right.deallocate()
  }
}
