// What an app gets with `import Peach`.
@_exported public import PeachAudioOutput
@_exported public import PeachBankChecks
@_exported public import PeachBankEditing
@_exported public import PeachBankLibrary
@_exported public import PeachChecksums
@_exported public import PeachEarTraining
@_exported public import PeachFileBytes
@_exported public import PeachInstrumentFiles
@_exported public import PeachInstrumentModel
@_exported public import PeachIntonation
@_exported public import PeachMIDIEvents
@_exported public import PeachMusicUnits
@_exported public import PeachPlugIn
@_exported public import PeachSequencing
@_exported public import PeachSynthesis
@_exported public import PeachTrainingScreens
@_exported public import PeachTrainingStore
