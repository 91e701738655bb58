import Dispatch
import PeachInstrumentModel
import PeachSynthesis
import Synchronization

/// The preset of a player. It is prepared as a whole, or with straight tones: then the first note of
/// a key prepares the regions of that key, and another thread the whole preset. Owns all prepared
/// presets that its notes may play.
final class PlayerPreset: Sendable {
  private struct State {
    /// The whole preset, once it is prepared.
    var whole: PreparedPreset?
    /// Parts of the preset, by key and velocity.
    var parts: [UInt16: PreparedPreset] = [:]
  }

  private let state: Mutex<State>
  private let straight: StraightPreset?
  private let instruments: SharedInstruments?
  private let isReleased = Flag()
  /// Whether the same prepared preset plays all notes.
  let isFixed: Bool

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }

  /// Creates a preset that is prepared as a whole.
  init(_ prepared: PreparedPreset) {
    state = Mutex(State(whole: prepared))
    straight = nil
    instruments = nil
    isFixed = true
  }

  /// Creates a preset with straight tones, of which another thread prepares all if `isEager`.
  init(
    _ straight: StraightPreset, instruments: SharedInstruments, isEager: Bool = true
  ) throws(SampleCodecError) {
    self.straight = straight
    self.instruments = instruments
    isFixed = !straight.replacesRecordings || straight.hasConditions
    state = Mutex(State(whole: isFixed ? try straight.prepared(.all, by: instruments) : nil))
    guard isEager, !isFixed else { return }
    let flag = isReleased
    DispatchQueue.global(qos: .utility).async { [weak self] in
      straight.straightenAll { flag.value.load(ordering: .relaxed) }
      if flag.value.load(ordering: .relaxed) { return }
      // If it fails, parts are prepared for notes, and throw.
      guard let whole = try? straight.prepared(.all, by: instruments) else { return }
      self?.state.withLock { $0.whole = whole }
    }
  }

  deinit { isReleased.value.store(true, ordering: .relaxed) }

  /// The whole preset, if it is prepared.
  var whole: PreparedPreset? { state.withLock { $0.whole } }

  /// Returns a prepared preset with all regions of a note, 0…127. Waits for the recordings of these
  /// regions, unless they are ready.
  func prepared(key: UInt8, velocity: UInt8) throws(SampleCodecError) -> PreparedPreset {
    let index = UInt16(key) << 8 | UInt16(velocity)
    let known = state.withLock { $0.whole ?? $0.parts[index] }
    if let known { return known }
    guard let straight, let instruments else { preconditionFailure("The preset is fixed.") }
    var usedKeys = UsedKeys()
    usedKeys.insert(key, velocity: velocity)
    let part = try straight.prepared(usedKeys, by: instruments)
    // Another thread may have stored this part, or the whole preset, first.
    return state.withLock { state in
      if let known = state.whole ?? state.parts[index] { return known }
      state.parts[index] = part
      return part
    }
  }

  /// The keys with regions, as ascending ranges that do not touch.
  var keyRanges: [ClosedRange<UInt8>] { straight?.keyRanges ?? whole?.keyRanges ?? [] }
}
