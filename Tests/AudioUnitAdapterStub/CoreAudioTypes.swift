// swift-format-ignore-file
// Stubs for the part of Apple's framework that the adapters use, as documented, so that they compile
// without the framework. They are never run.

public typealias OSStatus = Int32
public let noErr: OSStatus = 0
public let kAudioUnitErr_Uninitialized: OSStatus = -10_867
public let kAudioUnitErr_FormatNotSupported: OSStatus = -10_868
public let kAudioUnitErr_TooManyFramesToProcess: OSStatus = -10_874

public struct AudioTimeStamp { public var mSampleTime: Double }
public struct AudioBuffer {
  public var mNumberChannels: UInt32
  public var mDataByteSize: UInt32
  public var mData: UnsafeMutableRawPointer?
}
public struct AudioBufferList {}
public struct UnsafeMutableAudioBufferListPointer {
  public init(_ list: UnsafeMutablePointer<AudioBufferList>) {}
  public var count: Int { 0 }
  public subscript(index: Int) -> AudioBuffer {
    get { fatalError() }
    nonmutating set {}
  }
}
