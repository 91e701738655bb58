/// A text of an app's screens, in the languages of ``ModelTexts``. `%1` and `%2` are replaced.
public enum ModelText: String, Hashable, Sendable, CaseIterable {
  /// “Sine wave”.
  case sine
  /// “Playing a sine wave instead.”.
  case playingSineInstead
  /// “The selected sound cannot be read. %1”.
  case selectionNotRead
  /// “The selected sound cannot be stored. %1”.
  case selectionNotStored
  /// “%1 (missing)”.
  case missingSelection
  /// “Train”.
  case train
  /// “Settings”.
  case settings
  /// “Sound”.
  case sound
  /// “Preparing the sound”.
  case preparing
  /// “Lower”.
  case lower
  /// “Higher”.
  case higher
  /// “Done”.
  case done
  /// “Compare notes”.
  case compareNotes
  /// “Tune notes”.
  case tuneNotes
  /// “Results”.
  case results
  /// “Play again”.
  case playAgain
  /// “Undo”.
  case undo
  /// “Pause”.
  case pause
  /// “Resume”.
  case resume
  /// “Stop”.
  case stop
  /// “Lowest note”.
  case lowestNote
  /// “Highest note”.
  case highestNote
  /// “Note length”.
  case noteLength
  /// “Gap between notes”.
  case gap
  /// “Display time of results”.
  case feedback
  /// “Concert pitch (A4)”.
  case referencePitch
  /// “Loudness variation”.
  case loudness
  /// “Language”.
  case language
  /// “Sound banks”.
  case soundBanks
  /// “Import a sound bank”.
  case importBank
  /// “Replace”.
  case replaceBank
  /// “Remove”.
  case removeBank
  /// “Keep”.
  case keepBank
  /// “Cancel”.
  case cancel
  /// “Importing %1”.
  case importing
  /// “Imported: %1”.
  case imported
  /// “Already available: %1”.
  case alreadyImported
  /// “Presets: %1”.
  case presetCount
  /// “Chosen by you”.
  case originGiven
  /// “Part of the app”.
  case originBundled
  /// “Imported”.
  case originUser
  /// “Part of the system”.
  case originSystem
  /// “In your folders”.
  case originPersonal
  /// “The app quit while loading “%1”.”.
  case suspectTitle
  /// “The sound bank may be damaged. It is not loaded until you keep it.”.
  case suspectMessage
  /// “Credits”.
  case credits
  /// “By %1”.
  case creditAuthor
  /// “License: %1”.
  case creditLicense
  /// “Another app uses the audio output. Resume when it has ended.”.
  case audioInterrupted
  /// “The audio output was interrupted. Resume to continue.”.
  case audioInterruptionEnded
  /// “The audio output was disconnected. Resume to use another output.”.
  case audioOutputRemoved
  /// “The audio output is paused. Resume to continue.”.
  case audioSuspended
  /// “The audio output does not respond. Resume, or check the device.”.
  case audioStalled
  /// “%1 is not a sound bank.”.
  case refusedNotBank
  /// “%1 is damaged and cannot be imported.”.
  case refusedDamaged
  /// “None of the recordings of %1 can be read.”.
  case refusedNoSamples
  /// “%1 needs files in other folders. Import its folder.”.
  case refusedOtherFiles
  /// “Another sound bank is called %1. Replace it, or rename the file.”.
  case refusedNameTaken
  /// “There is not enough space for %1.”.
  case refusedNoSpace
  /// “%1 cannot be read.”.
  case refusedNotReadable
  /// “There is no folder for imported sound banks.”.
  case refusedNoFolder
  /// “%1 cannot be removed. %2”.
  case cannotRemove
}
