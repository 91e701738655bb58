// swift-format-ignore-file
// Stubs for the part of Apple's framework that the adapters use, as documented, so that they
// compile without the framework. They are never run.

public typealias OSStatus = Int32
public let noErr: OSStatus = 0
public let kAudioUnitErr_Uninitialized: OSStatus = -10_867
public let kAudioUnitErr_FormatNotSupported: OSStatus = -10_868
public let kAudioUnitErr_TooManyFramesToProcess: OSStatus = -10_874

public struct AudioTimeStamp { public var mSampleTime: Double }
public struct AudioStreamBasicDescription {
  public init() { fatalError() }
  public init(
    mSampleRate: Double, mFormatID: UInt32, mFormatFlags: UInt32, mBytesPerPacket: UInt32,
    mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32,
    mBitsPerChannel: UInt32, mReserved: UInt32
  ) { fatalError() }
  public var mSampleRate: Double
  public var mChannelsPerFrame: UInt32
}
public let kAudioFormatLinearPCM: UInt32 = 0x6C70_636D
public let kAudioFormatFlagIsFloat: UInt32 = 1
public let kAudioFormatFlagIsPacked: UInt32 = 8
public struct AudioBuffer {
  public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
    fatalError()
  }
  public var mNumberChannels: UInt32
  public var mDataByteSize: UInt32
  public var mData: UnsafeMutableRawPointer?
}
public struct AudioBufferList {
  public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {}
}
public struct UnsafeMutableAudioBufferListPointer {
  public init(_ list: UnsafeMutablePointer<AudioBufferList>) {}
  public var count: Int { 0 }
  public subscript(index: Int) -> AudioBuffer {
    get { fatalError() }
    nonmutating set {}
  }
}
