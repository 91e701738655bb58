// swift-format-ignore-file
// Stubs for the part of the framework that `SamplerAudioUnit`, `SamplerAudioUnitFactory` and
// `ExtendedAudioFile` use, as documented, so that they compile without it. They are never run.
public import AVFAudio
@_exported public import CoreAudioTypes
public import CoreMIDI
public import Foundation

public typealias AUValue = Float
public typealias AUParameterAddress = UInt64
public typealias AUAudioFrameCount = UInt32
public typealias AUEventSampleTime = Int64

public struct AudioComponentDescription {
  public init(
    componentType: UInt32, componentSubType: UInt32, componentManufacturer: UInt32,
    componentFlags: UInt32, componentFlagsMask: UInt32
  ) {}
}
public final class NSExtensionContext: NSObject {}
public protocol NSExtensionRequestHandling { func beginRequest(with context: NSExtensionContext) }
public protocol AUAudioUnitFactory: NSExtensionRequestHandling {
  func createAudioUnit(with desc: AudioComponentDescription) throws -> AUAudioUnit
}
public struct AudioComponentInstantiationOptions: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public struct AudioUnitParameterOptions: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let flag_IsReadable = AudioUnitParameterOptions(rawValue: 1 << 30)
  public static let flag_IsWritable = AudioUnitParameterOptions(rawValue: 1 << 31)
  public static let flag_CanRamp = AudioUnitParameterOptions(rawValue: 1 << 25)
}
public enum AudioUnitParameterUnit: UInt32, Sendable {
  case generic, indexed, boolean, percent, seconds, sampleFrames, phase, rate, hertz, cents
  case relativeSemiTones, midiNoteNumber, midiController, decibels, linearGain, degrees
  case equalPowerCrossfade, mixerFaderCurve1, pan, meters, absoluteCents, octaves, BPM, beats
  case milliseconds, ratio, customUnit
}

public final class AUAudioUnitBus {
  public init(format: AVAudioFormat) throws { self.format = format }
  public let format: AVAudioFormat
}
public enum AUAudioUnitBusType: Sendable { case input, output }
public final class AUAudioUnitBusArray {
  public init(audioUnit: AUAudioUnit, busType: AUAudioUnitBusType, busses: [AUAudioUnitBus]) {}
}
public class AUParameterNode {
  public var implementorValueObserver: (AUParameter, AUValue) -> Void = { _, _ in }
  public var implementorValueProvider: (AUParameter) -> AUValue = { _ in 0 }
}
public final class AUParameter: AUParameterNode {
  public var address: AUParameterAddress { 0 }
  public var value: AUValue = 0
}
public final class AUParameterTree: AUParameterNode {
  public class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree {
    AUParameterTree()
  }
  public class func createParameter(
    withIdentifier identifier: String, name: String, address: AUParameterAddress, min: AUValue,
    max: AUValue, unit: AudioUnitParameterUnit, unitName: String?,
    flags: AudioUnitParameterOptions, valueStrings: [String]?, dependentParameters: [Int]?
  ) -> AUParameter { AUParameter() }
}
public final class AUAudioUnitPreset {
  public init() {}
  public var number = 0
  public var name = ""
}

public struct AudioUnitRenderActionFlags { public var rawValue: UInt32 }
public enum AURenderEventType: UInt8, Sendable {
  case parameter = 1
  case parameterRamp = 2
  case MIDI = 8
  case midiSysEx = 9
  case midiEventList = 10
}
public struct AURenderEventHeader {
  public var next: UnsafeMutablePointer<AURenderEvent>?
  public var eventSampleTime: AUEventSampleTime
  public var eventType: AURenderEventType
}
public struct AUParameterEvent {
  public var rampDurationSampleFrames: AUAudioFrameCount
  public var parameterAddress: AUParameterAddress
  public var value: AUValue
}
public struct AUMIDIEvent {
  public var length: UInt16
  public var cable: UInt8
  public var data: (UInt8, UInt8, UInt8)
}
public struct AUMIDIEventList {
  public var cable: UInt8
  public var eventList: MIDIEventList
}
public struct AURenderEvent {
  public var head: AURenderEventHeader
  public var parameter: AUParameterEvent
  public var MIDI: AUMIDIEvent
  public var MIDIEventsList: AUMIDIEventList
}
public typealias AUScheduleMIDIEventBlock = (
  AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>
) -> Void
public typealias AURenderPullInputBlock = (UInt32) -> OSStatus
public typealias AUInternalRenderBlock = (
  UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>,
  AUAudioFrameCount, Int, UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AURenderEvent>?,
  AURenderPullInputBlock?
) -> OSStatus

open class AUAudioUnit {
  public init(
    componentDescription: AudioComponentDescription,
    options: AudioComponentInstantiationOptions = []
  ) throws {}
  open var outputBusses: AUAudioUnitBusArray { fatalError() }
  open var canPerformOutput: Bool { false }
  open var supportsUserPresets: Bool { false }
  open var audioUnitMIDIProtocol: MIDIProtocolID { ._1_0 }
  open class func registerSubclass(
    _ cls: AnyClass, as componentDescription: AudioComponentDescription, name: String,
    version: UInt32
  ) {}
  // Of NSObject.
  open func willChangeValue(forKey key: String) {}
  open func didChangeValue(forKey key: String) {}
  open var maximumFramesToRender: AUAudioFrameCount = 512
  open var parameterTree: AUParameterTree?
  open var factoryPresets: [AUAudioUnitPreset]? { nil }
  open var currentPreset: AUAudioUnitPreset?
  open var fullState: [String: Any]?
  open var scheduleMIDIEventBlock: AUScheduleMIDIEventBlock? { nil }
  open var internalRenderBlock: AUInternalRenderBlock { fatalError() }
  open func allocateRenderResources() throws {}
  open func deallocateRenderResources() {}
  open func presetState(for userPreset: AUAudioUnitPreset) throws -> [String: Any] { [:] }
}

// Audio files.
public typealias AudioFileID = OpaquePointer
public typealias ExtAudioFileRef = OpaquePointer
public let kAudioFilePositionError: OSStatus = -40
public let kExtAudioFileProperty_FileDataFormat: UInt32 = 0x6666_6D74
public let kExtAudioFileProperty_ClientDataFormat: UInt32 = 0x6366_6D74
public let kExtAudioFileProperty_FileLengthFrames: UInt32 = 0x2366_726D
public typealias AudioFile_ReadProc =
  @convention(c) (
    UnsafeMutableRawPointer, Int64, UInt32, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>
  ) -> OSStatus
public typealias AudioFile_WriteProc =
  @convention(c) (
    UnsafeMutableRawPointer, Int64, UInt32, UnsafeRawPointer, UnsafeMutablePointer<UInt32>
  ) -> OSStatus
public typealias AudioFile_GetSizeProc = @convention(c) (UnsafeMutableRawPointer) -> Int64
public typealias AudioFile_SetSizeProc = @convention(c) (UnsafeMutableRawPointer, Int64) -> OSStatus
public func AudioFileOpenWithCallbacks(
  _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: @escaping AudioFile_ReadProc,
  _ inWriteFunc: AudioFile_WriteProc?, _ inGetSizeFunc: @escaping AudioFile_GetSizeProc,
  _ inSetSizeFunc: AudioFile_SetSizeProc?, _ inFileTypeHint: UInt32,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus { 0 }
@discardableResult public func AudioFileClose(_ inAudioFile: AudioFileID) -> OSStatus { 0 }
public func ExtAudioFileWrapAudioFileID(
  _ inFileID: AudioFileID, _ inForWriting: Bool,
  _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus { 0 }
@discardableResult
public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef) -> OSStatus { 0 }
public func ExtAudioFileGetProperty(
  _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: UInt32,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus { 0 }
public func ExtAudioFileSetProperty(
  _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: UInt32, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus { 0 }
public func ExtAudioFileRead(
  _ inExtAudioFile: ExtAudioFileRef, _ ioNumberFrames: UnsafeMutablePointer<UInt32>,
  _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus { 0 }
