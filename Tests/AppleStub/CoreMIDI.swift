// swift-format-ignore-file
// Stubs for the part of the framework that `CoreMIDIInput` and `SamplerAudioUnit` use, as
// documented, so that they compile without it. They are never run.

public enum MIDIProtocolID: Int32, Sendable {
  case _1_0 = 1
  case _2_0 = 2
}
public struct MIDIEventPacket {
  public var timeStamp: UInt64
  public var wordCount: UInt32
  // 64 words on Apple's systems.
  public var words: (UInt32, UInt32)
}
public struct MIDIEventList {
  public var `protocol`: MIDIProtocolID
  public var numPackets: UInt32
  public var packet: MIDIEventPacket
}
public typealias MIDIClientRef = UInt32
public typealias MIDIPortRef = UInt32
public typealias MIDIEndpointRef = UInt32
public struct MIDINotification {}
public typealias MIDINotifyBlock = (UnsafePointer<MIDINotification>) -> Void
public typealias MIDIReceiveBlock = (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void
public func MIDIClientCreateWithBlock(
  _ name: CFString, _ outClient: UnsafeMutablePointer<MIDIClientRef>,
  _ notifyBlock: MIDINotifyBlock?
) -> Int32 { 0 }
@discardableResult public func MIDIClientDispose(_ client: MIDIClientRef) -> Int32 { 0 }
public func MIDIInputPortCreateWithProtocol(
  _ client: MIDIClientRef, _ portName: CFString, _ protocol: MIDIProtocolID,
  _ outPort: UnsafeMutablePointer<MIDIPortRef>, _ receiveBlock: @escaping MIDIReceiveBlock
) -> Int32 { 0 }
public func MIDIGetNumberOfSources() -> Int { 0 }
public func MIDIGetSource(_ sourceIndex0: Int) -> MIDIEndpointRef { 0 }
public func MIDIPortConnectSource(
  _ port: MIDIPortRef, _ source: MIDIEndpointRef, _ connRefCon: UnsafeMutableRawPointer?
) -> Int32 { 0 }
public func MIDIPortDisconnectSource(_ port: MIDIPortRef, _ source: MIDIEndpointRef) -> Int32 { 0 }
public typealias MIDIEntityRef = UInt32
public func MIDIEndpointGetEntity(
  _ inEndpoint: MIDIEndpointRef, _ outEntity: UnsafeMutablePointer<MIDIEntityRef>?
) -> Int32 { 0 }
public nonisolated(unsafe) let kMIDIPropertyUniqueID = CFString()
public nonisolated(unsafe) let kMIDIPropertyDisplayName = CFString()
public func MIDIObjectGetIntegerProperty(
  _ obj: UInt32, _ propertyID: CFString, _ outValue: UnsafeMutablePointer<Int32>
) -> Int32 { 0 }
public func MIDIObjectGetStringProperty(
  _ obj: UInt32, _ propertyID: CFString, _ str: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> Int32 { 0 }
// Of Foundation, and of Darwin's C library.
public final class CFString {}
public func CFStringCreateWithCString(
  _ alloc: Int?, _ cStr: UnsafePointer<CChar>, _ encoding: UInt32
) -> CFString! { nil }
public func CFStringGetCString(
  _ theString: CFString!, _ buffer: UnsafeMutablePointer<CChar>!,
  _ bufferSize: Int, _ encoding: UInt32
) -> Bool { false }
public struct CFRunLoopMode: Sendable {
  public static let defaultMode = CFRunLoopMode()
}
public enum CFRunLoopRunResult: Int32 { case finished = 1 }
@discardableResult public func CFRunLoopRunInMode(
  _ mode: CFRunLoopMode!, _ seconds: Double, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult { .finished }
public struct mach_timebase_info_data_t {
  public init() {}
  public var numer: UInt32 = 0
  public var denom: UInt32 = 0
}
@discardableResult
public func mach_timebase_info(
  _ info: UnsafeMutablePointer<mach_timebase_info_data_t>
) -> Int32 { 0 }
public func mach_absolute_time() -> UInt64 { 0 }
