// The names that `import PeachLive` makes visible; the members of a type come with it.
// The landing page of the documentation lists them by use.
@_exported public import PeachMIDIInput
@_exported public import PeachPlugIn

@_exported public import enum PeachAudioEncoding.WAVSampleFormat
@_exported public import protocol PeachAudioOutput.AudioDevice
@_exported public import enum PeachAudioOutput.AudioDeviceError
@_exported public import enum PeachAudioOutput.AudioDeviceState
@_exported public import enum PeachAudioOutput.AudioDevices
@_exported public import enum PeachAudioOutput.AudioInterruption
@_exported public import struct PeachAudioOutput.AudioRenderer
@_exported public import struct PeachAudioOutput.AudioSessionOptions
@_exported public import enum PeachAudioOutput.AudioStopMode
@_exported public import class PeachAudioOutput.JACKClient
@_exported public import class PeachAudioOutput.JACKDevice
@_exported public import enum PeachAudioOutput.JACKError
@_exported public import class PeachAudioOutput.NullAudioDevice
@_exported public import class PeachAudioOutput.OfflineAudioDevice
@_exported public import class PeachAudioOutput.PullAudioDevice
@_exported public import struct PeachBankFiles.BankFileError
@_exported public import enum PeachBankFiles.DefaultSampleDecoder
@_exported public import struct PeachFileIO.FileAccessError
@_exported public import struct PeachInstrumentModel.SoundBank
@_exported public import class PeachPlugInFiles.MTSClient
@_exported public import enum PeachServices.AudioFileType
@_exported public import class PeachServices.AudioFileWriter
@_exported public import class PeachServices.LiveInputs
@_exported public import struct PeachServices.LiveMeter
@_exported public import class PeachServices.LiveSession
@_exported public import struct PeachTuning.AdaptiveTuning
@_exported public import struct PeachTuning.OctaveStretch
