/// Room for one period of two channels, zero at first; freed by hand, as no owner is counted.
struct StereoBlock: @unchecked Sendable {
  // Sound: one thread at a time has it; whoever made it sees to that.
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
