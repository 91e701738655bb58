#if canImport(AudioToolbox) && canImport(AVFAudio)
  public import AudioToolbox
  public import Foundation

  /// The principal class of an app extension with the audio unit. It starts with the first bank in
  /// the extension's resources. Subclass it in the extension, and name the subclass as
  /// `NSExtensionPrincipalClass` in its property list.
  ///
  /// ```swift
  /// import PeachAudioUnitAdapter
  /// final class AudioUnitFactory: SamplerAudioUnitFactory {}
  /// ```
  open class SamplerAudioUnitFactory: NSObject, AUAudioUnitFactory {
    /// Creates a factory.
    public override init() { super.init() }

    /// Called by the system when a host opens the extension.
    open func beginRequest(with context: NSExtensionContext) {}

    /// The banks of the unit: those in the resources of the subclass's bundle.
    open var banks: UnitBanks {
      UnitBanks(folders: [Bundle(for: Swift.type(of: self)).resourcePath].compactMap { $0 })
    }

    /// Creates the unit of an extension.
    open func createAudioUnit(
      with componentDescription: AudioComponentDescription
    ) throws -> AUAudioUnit {
      try SamplerAudioUnit(
        componentDescription: componentDescription, access: banks.access, bank: banks.first)
    }

    /// Registers the unit within the app, which can then instantiate it without an extension.
    public static func register() {
      AUAudioUnit.registerSubclass(
        SamplerAudioUnit.self, as: SamplerAudioUnit.componentDescription,
        name: ComponentIdentity.name, version: ComponentIdentity.version)
    }
  }
#endif
