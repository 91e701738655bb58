// swift-format-ignore-file
// Stubs for the part of Apple's framework that the adapters use, as documented, so that they
// compile without the framework. They are never run. The framework re-exports CoreAudio's types.
@_exported public import CoreAudioTypes
public import Foundation

public final class AVAudioFormat {
  public init?(standardFormatWithSampleRate sampleRate: Double, channels: UInt32) {
    self.sampleRate = sampleRate
  }
  public let sampleRate: Double
}
open class AVAudioNode {
  public func outputFormat(forBus bus: Int) -> AVAudioFormat { fatalError() }
}
public final class AVAudioOutputNode: AVAudioNode {
  public var presentationLatency: TimeInterval { 0 }
}
public final class AVAudioMixerNode: AVAudioNode {}
public typealias AVAudioFrameCount = UInt32
public typealias AVAudioSourceNodeRenderBlock = (
  UnsafeMutablePointer<Bool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
  UnsafeMutablePointer<AudioBufferList>
) -> OSStatus
public final class AVAudioSourceNode: AVAudioNode {
  public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {}
}
public final class AVAudioEngine {
  public init() {}
  public var outputNode: AVAudioOutputNode { fatalError() }
  public var mainMixerNode: AVAudioMixerNode { fatalError() }
  public func attach(_ node: AVAudioNode) {}
  public func detach(_ node: AVAudioNode) {}
  public func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {}
  public func start() throws {}
  public func stop() {}
}
extension NSNotification.Name {
  public static let AVAudioEngineConfigurationChange = NSNotification.Name("")
}
// Of iOS.
public let AVAudioSessionInterruptionTypeKey = ""
public let AVAudioSessionInterruptionOptionKey = ""
public let AVAudioSessionRouteChangeReasonKey = ""
public final class AVAudioSession {
  public enum InterruptionType: UInt, Sendable { case ended = 0, began = 1 }
  public struct InterruptionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }
  public struct SetActiveOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }
  public struct Category: Sendable {
    public static let playback = Category()
    public static let ambient = Category()
    public static let soloAmbient = Category()
    public static let playAndRecord = Category()
  }
  public struct Mode: Sendable { public static let `default` = Mode() }
  public struct CategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
  }
  public enum RouteChangeReason: UInt, Sendable { case unknown = 0, oldDeviceUnavailable = 2 }
  public static let routeChangeNotification = NSNotification.Name("")
  public var ioBufferDuration: TimeInterval { 0 }
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {}
  public func setCategory(
    _ category: Category, mode: Mode, options: CategoryOptions = []
  ) throws {}
  public static let interruptionNotification = NSNotification.Name("")
  public static let mediaServicesWereResetNotification = NSNotification.Name("")
  public class func sharedInstance() -> AVAudioSession { fatalError() }
  public func setCategory(_ category: Category) throws {}
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
}
