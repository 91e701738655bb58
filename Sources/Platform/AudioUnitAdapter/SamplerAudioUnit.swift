#if canImport(AudioToolbox) && canImport(AVFAudio)
  import AVFAudio
  public import AudioToolbox
  public import CoreMIDI
  import Dispatch
  import Foundation
  import PeachMIDIEvents
  public import PeachPlugIn

  /// An Audio Unit (version 3) that wraps a ``SamplerUnit``. Compiled on Apple's systems only;
  /// elsewhere a check compiles it against stubs. ``HostedUnit`` and ``HostBlockRenderer`` need
  /// none of Apple's frameworks.
  public final class SamplerAudioUnit: AUAudioUnit, UnitMessageSender {
    private let hosted: HostedUnit
    private let outputs: AUAudioUnitBus
    private lazy var outputArray = AUAudioUnitBusArray(
      audioUnit: self, busType: .output, busses: [outputs])
    private lazy var tree = makeTree()
    private let timer = DispatchSource.makeTimerSource(queue: .main)

    private var unit: SamplerUnit { hosted.unit }

    private final class WeakReference: @unchecked Sendable {
      // Safe: used on the main queue only.
      weak var unit: SamplerAudioUnit?

      init(_ unit: SamplerAudioUnit) { self.unit = unit }
    }

    /// The description that hosts use to find the unit.
    public static var componentDescription: AudioComponentDescription {
      AudioComponentDescription(
        componentType: ComponentIdentity.type, componentSubType: ComponentIdentity.subtype,
        componentManufacturer: ComponentIdentity.manufacturer, componentFlags: 0,
        componentFlagsMask: 0)
    }

    /// Creates a unit that may load the files that `access` allows.
    ///
    /// - Parameter bank: The bank with which the unit starts; `nil` for none.
    public init(
      componentDescription: AudioComponentDescription,
      options: AudioComponentInstantiationOptions = [], access: BankAccess, bank: String? = nil
    ) throws {
      hosted = HostedUnit(access: access)
      guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
        throw UnitLoadError.busy
      }
      outputs = try AUAudioUnitBus(format: format)
      try super.init(componentDescription: componentDescription, options: options)
      maximumFramesToRender = 8192
      // `problem` has the error, if any.
      if let bank { try? hosted.load(bank) }
      timer.schedule(deadline: .now(), repeating: 0.02)
      let service = UnitService(hosted.unit)
      let reference = WeakReference(self)
      timer.setEventHandler { if service.run() { reference.unit?.announceBank() } }
      timer.resume()
    }

    /// Creates a unit with the banks of the user's folder, as
    /// ``SamplerAudioUnitFactory/register()`` requires.
    public override convenience init(
      componentDescription: AudioComponentDescription,
      options: AudioComponentInstantiationOptions = []
    ) throws {
      let banks = UnitBanks.user
      try self.init(
        componentDescription: componentDescription, options: options, access: banks.access,
        bank: banks.first)
    }

    public override var outputBusses: AUAudioUnitBusArray { outputArray }
    public override var canPerformOutput: Bool { true }
    public override var supportsUserPresets: Bool { true }
    /// Hosts send MIDI 2.0, which has notes of any pitch.
    public override var audioUnitMIDIProtocol: MIDIProtocolID { ._2_0 }

    public override func allocateRenderResources() throws {
      try super.allocateRenderResources()
      hosted.allocateRenderResources(
        sampleRate: outputs.format.sampleRate, maximumFrames: Int(maximumFramesToRender))
    }

    public override func deallocateRenderResources() {
      hosted.deallocateRenderResources()
      super.deallocateRenderResources()
    }

    // MARK: Parameters

    public override var parameterTree: AUParameterTree? {
      get { tree }
      set {}
    }

    private func makeTree() -> AUParameterTree {
      let tree = AUParameterTree.createTree(
        withChildren: HostParameter.all.map { parameter in
          var flags: AudioUnitParameterOptions = [.flag_IsReadable]
          if parameter.isWritable { flags.insert(.flag_IsWritable) }
          if parameter.ramps { flags.insert(.flag_CanRamp) }
          let made = AUParameterTree.createParameter(
            withIdentifier: parameter.identifier, name: parameter.name,
            address: parameter.address, min: parameter.range.lowerBound,
            max: parameter.range.upperBound,
            unit: AudioUnitParameterUnit(rawValue: parameter.unitCode) ?? .generic,
            unitName: parameter.unitName, flags: flags,
            valueStrings: parameter.valueNames.isEmpty ? nil : parameter.valueNames,
            dependentParameters: nil)
          made.value = unit.value(ofParameterAt: parameter.address) ?? parameter.defaultValue
          return made
        })
      tree.implementorValueObserver = { [unit] parameter, value in
        // The host reads the value back, and so the previous one if it cannot be set.
        try? unit.set(value, ofParameterAt: parameter.address)
      }
      tree.implementorValueProvider = { [unit] parameter in
        unit.value(ofParameterAt: parameter.address)
          ?? UnitParameter.at(parameter.address)?.defaultValue ?? 0
      }
      return tree
    }

    // MARK: Messages

    /// Sends complete MIDI messages through the host's queue, as SF2LibAU does.
    ///
    /// - Throws: `UnitCommandError` if the render resources are not allocated, or without bytes.
    public func sendMIDI(
      bytes: [UInt8], when: AUEventSampleTime = .min, cable: UInt8 = 0
    ) throws(UnitCommandError) {
      if bytes.isEmpty { throw .invalidMessage }
      guard let schedule = scheduleMIDIEventBlock else { throw .noRenderResources }
      schedule(when, cable, bytes.count, bytes)
    }

    /// The name of channel 1's preset; empty for none.
    public var activePresetName: String { unit.activePresetName }
    /// The number of active voices at the end of the last block.
    public var activeVoiceCount: Int { unit.activeVoiceCount }
    /// Loads a bank and selects its first preset.
    ///
    /// - Throws: `UnitLoadError`, whose `status` is −10868 for a file that cannot be played.
    public func loadBank(at path: String) throws(UnitLoadError) {
      try hosted.load(path)
      announceBank()
    }

    /// The status why a state or a bank was not loaded, such as −10868 for a file that cannot be
    /// played, or −10851 for an invalid state; 0 if it was.
    public var loadStatus: OSStatus { hosted.problem?.status ?? noErr }
    /// The message why a state or a bank was not loaded; `nil` if it was.
    public var problem: String? { hosted.problem.map { "\($0)" } }

    // MARK: Presets and state

    /// Notifies observers, such as the host's menu, of the presets of another bank.
    private func announceBank() {
      willChangeValue(forKey: "factoryPresets")
      didChangeValue(forKey: "factoryPresets")
    }

    public override var factoryPresets: [AUAudioUnitPreset]? {
      hosted.presets.map { Self.preset(number: $0.number, name: $0.name) }
    }

    private static func preset(number: Int, name: String) -> AUAudioUnitPreset {
      let preset = AUAudioUnitPreset()
      preset.number = number
      preset.name = name
      return preset
    }

    public override var currentPreset: AUAudioUnitPreset? {
      get {
        guard let preset = unit.currentPreset else { return super.currentPreset }
        return Self.preset(number: preset.number, name: preset.name)
      }
      set {
        super.currentPreset = newValue
        guard let newValue else { return }
        // A preset that cannot be selected now is not the current one that the host reads back.
        let isSelected = (try? hosted.select(preset: newValue.number)) ?? false
        if isSelected || newValue.number >= 0 { return }
        if let state = try? presetState(for: newValue) { fullState = state }
      }
    }

    public override var fullState: [String: Any]? {
      get {
        // Property lists have data, but no arrays of bytes.
        var state = hosted.state(addedTo: super.fullState)
        state[HostedUnit.stateKey] = (state[HostedUnit.stateKey] as? [UInt8]).map { Data($0) }
        return state
      }
      set {
        super.fullState = newValue
        // A value of another type is an invalid state.
        let bytes = newValue?[HostedUnit.stateKey].map { [UInt8]($0 as? Data ?? Data()) }
        if hosted.restore(bytes) { announceBank() }
      }
    }

    // MARK: Rendering

    public override var internalRenderBlock: AUInternalRenderBlock {
      // The block captures pointers and numbers, so that the audio thread counts no references.
      let renderer = hosted.renderer
      let offsets = HostEventOffsets()
      return { _, timestamp, frameCount, _, output, first, _ in
        let status = HostCallback.render(
          renderer, Int64(timestamp.pointee.mSampleTime), Int(frameCount), output, first, offsets)
        switch status {
        case .ready: return noErr
        case .uninitialized: return kAudioUnitErr_Uninitialized
        case .tooManyFrames: return kAudioUnitErr_TooManyFramesToProcess
        case nil: return kAudioUnitErr_FormatNotSupported
        }
      }
    }
  }

  /// The callback of a ``SamplerAudioUnit``. No class, whose static functions the compiler does not
  /// accept in real-time code.
  private enum HostCallback {
    /// Renders a block. Returns `nil` if the output is not stereo.
    #if REALTIME_CHECKED
      @_noLocks @_noAllocation
    #endif
    static func render(
      _ renderer: UnsafeMutablePointer<HostBlockRenderer>, _ sampleTime: Int64, _ frameCount: Int,
      _ output: UnsafeMutablePointer<AudioBufferList>, _ first: UnsafePointer<AURenderEvent>?,
      _ offsets: HostEventOffsets
    ) -> HostBlockRenderer.Status? {
      // The overlay's functions only compute addresses.
      let buffers = _unsafePerformance { UnsafeMutableAudioBufferListPointer(output) }
      if _unsafePerformance({ buffers.count != 2 }) { return nil }
      let (left, right) = _unsafePerformance { (buffers[0].mData, buffers[1].mData) }
      let status = renderer.pointee.begin(
        left: left, right: right, frameCount: frameCount, sampleTime: sampleTime)
      if status != .ready { return status }
      let rendered = (renderer.pointee.left, renderer.pointee.right)
      _unsafePerformance {
        buffers[0].mData = UnsafeMutableRawPointer(rendered.0)
        buffers[1].mData = UnsafeMutableRawPointer(rendered.1)
        for index in 0..<2 {
          buffers[index].mDataByteSize = UInt32(frameCount * MemoryLayout<Float>.stride)
        }
      }
      var next = first
      while let event = next {
        add(event, offsets, to: renderer)
        next = UnsafePointer(event.pointee.head.next)
      }
      renderer.pointee.finish()
      return .ready
    }

    #if REALTIME_CHECKED
      @_noLocks @_noAllocation
    #endif
    private static func add(
      _ event: UnsafePointer<AURenderEvent>, _ offsets: HostEventOffsets,
      to renderer: UnsafeMutablePointer<HostBlockRenderer>
    ) {
      let time = event.pointee.head.eventSampleTime
      switch event.pointee.head.eventType {
      case .parameter, .parameterRamp:
        let parameter = event.pointee.parameter
        let frames =
          event.pointee.head.eventType == .parameterRamp
          ? Int(parameter.rampDurationSampleFrames) : 0
        renderer.pointee.add(
          .parameter(
            address: parameter.parameterAddress, value: parameter.value, rampFrames: frames),
          at: time)
      case .MIDI, .midiSysEx:
        let bytes = (UnsafeRawPointer(event) + offsets.bytes).assumingMemoryBound(to: UInt8.self)
        renderer.pointee.add(.bytes(bytes, count: Int(event.pointee.MIDI.length)), at: time)
      case .midiEventList:
        renderer.pointee.addEventList(
          UnsafeRawPointer(event) + offsets.packets,
          count: Int(event.pointee.MIDIEventsList.eventList.numPackets), at: time)
      default: break
      }
    }
  }

  /// The offsets of the data of events, which key paths yield; the audio thread must not use them.
  private struct HostEventOffsets: BitwiseCopyable {
    /// The first byte of MIDI, of which `length` follow.
    let bytes = MemoryLayout<AUMIDIEvent>.offset(of: \.data) ?? 0
    /// The first packet of an event list.
    let packets =
      (MemoryLayout<AUMIDIEventList>.offset(of: \.eventList) ?? 0)
      + (MemoryLayout<MIDIEventList>.offset(of: \.packet) ?? 0)
  }
#endif
