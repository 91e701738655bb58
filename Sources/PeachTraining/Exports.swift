// The names that `import PeachTraining` makes visible; the members of a type come with it.
// The landing page of the documentation lists them by use.
@_exported public import PeachEarTraining
@_exported public import PeachTrainingStore
@_exported public import PeachTrialRecords

@_exported public import struct PeachFileIO.FileAccessError
@_exported public import struct PeachMusicUnits.Cents
@_exported public import struct PeachMusicUnits.Decibels
@_exported public import struct PeachMusicUnits.Frequency
@_exported public import struct PeachMusicUnits.MIDINote
