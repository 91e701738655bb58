import PeachPOSIX
public import PeachPlugIn

/// A client of MTS-ESP, by which one program, the master, sets the tuning of all others while notes
/// sound. The library for it exists where its users have installed it; a master may come and go at
/// any time.
///
/// ```swift
/// let client = MTSClient()  // nil without the library
/// try unit.follow(client?.source)
/// ```
/// Pitches of single MIDI channels are not followed.
public final class MTSClient: Sendable {
  /// The pitches of the master. Valid also after the client has been freed.
  public let source: TuningSource
  private let scale: @convention(c) () -> UnsafePointer<CChar>?
  private let deregister: @convention(c) () -> Void

  /// The places of the library, which MTS-ESP's installers use.
  package static let standardPaths = [
    "/Library/Application Support/MTS-ESP/libMTS.dylib", "/usr/local/lib/libMTS.so",
  ]

  /// Connects to the library. Returns `nil` if it is not installed, or lacks functions.
  public convenience init?() { self.init(libraryPaths: Self.standardPaths) }

  package init?(libraryPaths: [String]) {
    guard let library = libraryPaths.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first
    else { return nil }
    // The library stays in memory: the audio thread may be calling it.
    guard let register = dlsym(library, "MTS_RegisterClient"),
      let deregister = dlsym(library, "MTS_DeregisterClient"),
      let hasMaster = dlsym(library, "MTS_HasMaster"),
      let table = dlsym(library, "MTS_GetTuningTable"),
      let scale = dlsym(library, "MTS_GetScaleName")
    else { return nil }
    typealias Action = @convention(c) () -> Void
    typealias Table = @convention(c) () -> UnsafePointer<Double>?
    typealias Filter = @convention(c) (CChar, CChar) -> Bool
    let isSilent = dlsym(library, "MTS_ShouldFilterNote")
    unsafeBitCast(register, to: Action.self)()
    self.deregister = unsafeBitCast(deregister, to: Action.self)
    self.scale = unsafeBitCast(scale, to: (@convention(c) () -> UnsafePointer<CChar>?).self)
    guard let frequencies = unsafeBitCast(table, to: Table.self)() else {
      self.deregister()
      return nil
    }
    source = TuningSource(
      isActive: unsafeBitCast(hasMaster, to: (@convention(c) () -> Bool).self),
      frequencies: frequencies, isSilent: isSilent.map { unsafeBitCast($0, to: Filter.self) })
  }

  deinit { deregister() }

  /// The name of the master's scale; empty without a master.
  public var scaleName: String {
    guard source.isActive(), let name = scale() else { return "" }
    return String(cString: name)
  }
}
