import PeachSequencing
import PeachSynthesis

/// The engine of a synthesizer, and those that it replaced until their notes have ended.
final class Engines: @unchecked Sendable {
  // Safe: the lock protects all state but the mix buffers, which only the rendering thread uses.
  private typealias Engine = (synthesizer: UnsafeMutablePointer<Synthesizer>, generation: Int)

  private let lock = Lock(isRecursive: false)
  private var current: Engine
  /// The engines whose notes still sound, the oldest first.
  private var replaced: [Engine] = []
  private var interpreter = MIDIEventInterpreter()
  private var replacedInterpreter = MIDIEventInterpreter()
  /// The output of a replaced engine: left, right, and both of the effects.
  private let mix: UnsafeMutablePointer<Float>

  /// The number of replaced engines that may sound.
  private static var capacity: Int { 4 }

  /// A pair of stereo buffers.
  typealias Buffers = (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>)

  init(_ engine: UnsafeMutablePointer<Synthesizer>) {
    current = (engine, 0)
    replaced.reserveCapacity(Self.capacity + 1)
    mix = .allocate(capacity: 4 * RenderScratch.frames)
    mix.initialize(repeating: 0, count: 4 * RenderScratch.frames)
  }

  deinit {
    Self.free(current)
    for engine in replaced { Self.free(engine) }
    mix.deallocate()
  }

  /// Creates an engine. Allocates its voices, which takes milliseconds.
  static func make(_ configuration: SynthesizerConfiguration) -> UnsafeMutablePointer<Synthesizer> {
    let engine = UnsafeMutablePointer<Synthesizer>.allocate(capacity: 1)
    engine.initialize(to: Synthesizer(configuration))
    return engine
  }

  private static func free(_ engine: Engine) {
    engine.synthesizer.deinitialize(count: 1)
    engine.synthesizer.deallocate()
  }

  /// Replaces the engine by another one. The lock is held for the exchange of pointers.
  ///
  /// - Parameter keepsNotes: Whether active notes continue in the replaced engines, of which at
  ///   most four sound.
  func replace(by engine: UnsafeMutablePointer<Synthesizer>, keepsNotes: Bool) {
    let unused: [Engine] = withSpace { unused in
      replaced.append(current)
      current = (engine, current.generation + 1)
      takeSilent(&unused)
      while replaced.count > (keepsNotes ? Self.capacity : 0) {
        unused.append(replaced.removeFirst())
      }
    }
    for engine in unused { Self.free(engine) }
  }

  /// Frees the replaced engines that are silent. Call it on a control thread.
  func freeSilent() {
    for engine in withSpace({ takeSilent(&$0) }) { Self.free(engine) }
  }

  /// Calls `body` under the lock with an array that has capacity for all replaced engines.
  private func withSpace(_ body: (inout [Engine]) -> Void) -> [Engine] {
    var engines: [Engine] = []
    engines.reserveCapacity(Self.capacity + 1)
    lock.withLock { body(&engines) }
    return engines
  }

  private func takeSilent(_ silent: inout [Engine]) {
    silent += replaced.lazy.filter { $0.synthesizer.pointee.isSilent }
    replaced.removeAll { $0.synthesizer.pointee.isSilent }
  }

  // MARK: Events

  /// Handles an event. Notes start in the current engine.
  func send(_ event: SynthesizerEvent) {
    lock.withLock {
      current.synthesizer.pointee.handle(event)
      if event.concernsNewNotes { return }
      for engine in replaced { engine.synthesizer.pointee.handle(event) }
    }
  }

  /// Calls `body` with the current engine, for what concerns new notes.
  func withCurrent<Value>(_ body: (inout Synthesizer) -> Value) -> Value {
    lock.withLock { body(&current.synthesizer.pointee) }
  }

  /// Calls `body` with each engine.
  func withEach(_ body: (inout Synthesizer) -> Void) {
    lock.withLock {
      body(&current.synthesizer.pointee)
      for engine in replaced { body(&engine.synthesizer.pointee) }
    }
  }

  /// Applies a System Exclusive message without F0 and F7.
  func interpret(_ bytes: UnsafeRawBufferPointer) {
    lock.withLock {
      interpreter.apply(bytes, to: &current.synthesizer.pointee)
      for engine in replaced { replacedInterpreter.apply(bytes, to: &engine.synthesizer.pointee) }
    }
  }

  // MARK: Notes

  /// The serial numbers of notes that were started together, and the engine that plays them.
  struct Notes {
    var serials: Range<UInt64>
    fileprivate var generation: Int
  }

  /// Calls `body`, which starts notes.
  func start(_ body: (inout Synthesizer) -> Void) -> Notes {
    lock.withLock {
      let first = current.synthesizer.pointee.nextNoteOnSerial()
      body(&current.synthesizer.pointee)
      return Notes(
        serials: first..<current.synthesizer.pointee.nextNoteOnSerial(),
        generation: current.generation)
    }
  }

  /// Whether any of the notes sounds.
  func isActive(_ notes: Notes) -> Bool {
    contains { engine in
      engine.generation == notes.generation
        && engine.synthesizer.pointee.soundsNote(
          from: notes.serials.lowerBound, below: notes.serials.upperBound)
    }
  }

  /// Whether any note sounds.
  var areActive: Bool {
    contains { $0.synthesizer.pointee.soundsNote(from: 0, below: .max) }
  }

  private func contains(_ matches: (Engine) -> Bool) -> Bool {
    lock.withLock { matches(current) || replaced.contains(where: matches) }
  }

  var activeVoiceCount: Int {
    lock.withLock {
      replaced.reduce(current.synthesizer.pointee.soundingVoiceCount) {
        $0 + $1.synthesizer.pointee.soundingVoiceCount
      }
    }
  }

  // MARK: Rendering

  /// Renders frames, at most ``RenderScratch/frames``: voices and, if they are given, effects to
  /// buffers of their own; otherwise both.
  func render(_ output: Buffers, wet: Buffers?, count: Int) {
    lock.withLock {
      Self.render(&current.synthesizer.pointee, output, wet: wet, count: count)
      let old = (left: mix, right: mix + RenderScratch.frames)
      let oldWet = wet.map { _ in
        (left: mix + 2 * RenderScratch.frames, right: mix + 3 * RenderScratch.frames)
      }
      for engine in replaced where !engine.synthesizer.pointee.isSilent {
        Self.render(&engine.synthesizer.pointee, old, wet: oldWet, count: count)
        Self.add(old, to: output, count)
        if let wet, let oldWet { Self.add(oldWet, to: wet, count) }
      }
    }
  }

  private static func render(
    _ engine: inout Synthesizer, _ output: Buffers, wet: Buffers?, count: Int
  ) {
    if let wet {
      engine.render(
        left: output.left, right: output.right, wetLeft: wet.left, wetRight: wet.right,
        count: count)
    } else {
      engine.render(left: output.left, right: output.right, count: count)
    }
  }

  private static func add(_ source: Buffers, to output: Buffers, _ count: Int) {
    for index in 0..<count {
      output.left[index] += source.left[index]
      output.right[index] += source.right[index]
    }
  }
}

extension SynthesizerEvent {
  /// Whether only notes that start later are concerned.
  fileprivate var concernsNewNotes: Bool {
    switch self {
    case .noteOn, .startNote, .usePreset: true
    default: false
    }
  }
}
