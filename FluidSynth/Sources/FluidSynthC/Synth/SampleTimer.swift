/// An object that a synthesizer calls while it renders: a player or a sequencer.
protocol SampleTimer: AnyObject {
  /// Handles all events up to a frame. Returns the number of frames until the next event.
  func advance(to frame: Int64) -> Int64
}
