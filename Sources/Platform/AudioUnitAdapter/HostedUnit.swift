package import PeachPlugIn
import PeachPlugInFiles
import PeachSynthesis

/// The part of the audio unit that uses none of Apple's frameworks: resources, parameters, presets
/// and state. Except for ``renderer``, use on one control thread at a time.
package final class HostedUnit: @unchecked Sendable {
  // Safe: the renderer belongs to the audio thread, everything else to the control thread.

  /// The reason why a bank or a state was not loaded. `\(problem)` is a message.
  package enum Problem: Error, Hashable, CustomStringConvertible {
    /// A bank, chosen or of a state, could not be loaded.
    case bank(UnitLoadError)
    /// The bytes of a state are invalid.
    case state(UnitStateError)

    /// The status of Audio Units: that of the bank's error, or −10851 (invalid property value).
    package var status: Int32 {
      switch self {
      case .bank(let error): error.status
      case .state: -10851
      }
    }

    package var description: String {
      switch self {
      case .bank(let error): "\(error)"
      case .state(let error): "\(error)"
      }
    }
  }

  /// The key of the unit's settings in the host's dictionary.
  package static let stateKey = "peach"

  package let unit: SamplerUnit
  /// The audio thread's part; valid for the lifetime of this object, also without render resources.
  package let renderer: UnsafeMutablePointer<HostBlockRenderer>
  /// The error of the last attempt to load a bank or to restore a state; `nil` if there was none.
  package private(set) var problem: Problem?
  private let tuningClient = MTSClient()

  /// Creates a unit that may load the files that `access` allows.
  package init(access: BankAccess) {
    unit = SamplerUnit(access: access, configuration: SynthesizerConfiguration(bankMode: .plain))
    // Without render resources, no queue is full.
    try? unit.follow(tuningClient?.source)
    renderer = .allocate(capacity: 1)
    renderer.initialize(to: HostBlockRenderer())
  }

  deinit {
    renderer.pointee.deallocate()
    renderer.deinitialize(count: 1)
    renderer.deallocate()
  }

  /// Allocates what blocks of up to `maximumFrames` frames need. Do not render concurrently.
  package func allocateRenderResources(sampleRate: Double, maximumFrames: Int) {
    unit.allocateRenderResources(sampleRate: sampleRate)
    renderer.pointee.allocate(context: unit.renderContext, maximumFrames: maximumFrames)
  }

  /// Frees what rendering needs; blocks then fail. Do not render concurrently.
  package func deallocateRenderResources() {
    renderer.pointee.release()
    unit.deallocateRenderResources()
  }

  /// Loads a bank and selects its first preset.
  package func load(_ path: String) throws(UnitLoadError) {
    problem = nil
    do { try unit.load(path, usingPreset: 0) } catch {
      problem = .bank(error)
      throw error
    }
  }

  // MARK: Presets

  /// The presets of the bank for the host's menu; their numbers count from 0.
  package var presets: [FactoryPreset] { unit.factoryPresets }

  /// Selects a factory preset. Does nothing for the negative numbers of users' presets.
  ///
  /// - Returns: Whether there is such a factory preset.
  /// - Throws: `UnitCommandError` if it cannot be selected now.
  package func select(preset number: Int) throws(UnitCommandError) -> Bool {
    guard presets.indices.contains(number) else { return false }
    try unit.usePreset(number)
    return true
  }

  // MARK: State

  /// Returns a host's dictionary with the unit's settings added.
  package func state(addedTo dictionary: [String: Any]?) -> [String: Any] {
    var state = dictionary ?? [:]
    state[Self.stateKey] = unit.state.bytes
    return state
  }

  /// Restores the settings of a state's bytes. Changes nothing if there are none, they are invalid,
  /// or their bank cannot be loaded; in the last two cases, ``problem`` has the reason.
  ///
  /// - Returns: Whether the settings were restored.
  package func restore(_ bytes: [UInt8]?) -> Bool {
    problem = nil
    guard let bytes else { return false }
    let state: UnitState
    do { state = try UnitState(bytes: bytes) } catch {
      problem = .state(error)
      return false
    }
    do { try unit.restore(state) } catch {
      problem = .bank(error)
      return false
    }
    return true
  }
}
