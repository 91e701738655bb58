// The modules that the programs and tests of this package use by `import PeachServices`. Apps see
// those names that a product exports.
@_exported public import PeachAudioEncoding
@_exported public import PeachAudioOutput
@_exported public import PeachBankEditing
@_exported public import PeachBankFiles
@_exported public import PeachBankTuning
@_exported public import PeachBankValidation
@_exported public import PeachEarTraining
@_exported public import PeachFileIO
@_exported public import PeachInstrumentFiles
@_exported public import PeachInstrumentModel
@_exported public import PeachIntonation
@_exported public import PeachMIDIEvents
@_exported public import PeachMIDIInput
@_exported public import PeachMusicUnits
@_exported public import PeachPlayback
@_exported public import PeachPlugIn
@_exported public import PeachPlugInFiles
@_exported public import PeachSequencing
@_exported public import PeachSongFormats
@_exported public import PeachStraightPresets
@_exported public import PeachSynthesis
@_exported public import PeachTrainingStore
@_exported public import PeachTrialRecords
@_exported public import PeachTuning
