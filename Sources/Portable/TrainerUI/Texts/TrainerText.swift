/// A key of the text table.
package enum TrainerText: UInt8, Hashable, Sendable, CaseIterable {
  case welcome, welcomePurpose, welcomeCent, welcomeKeys
  case demonstration, demonstrationPrompt, demonstrationRow, demonstrationRowOne, demonstrationNote
  case demonstrationKeys
  case home, homeComparison, homeMatching, homeSound, homeSettings, homeDemonstration, homeQuit
  case homeKeys, storedNowhere, silent, soundFailed, soundRemedy
  case noDevice, deviceInUse, deviceFailed
  case comparison, listen, second, question, right, wrong, wasHigher, wasLower
  case comparisonKeys
  case matching, matchingListen, matchingTouch, matchingTune, matchingExact
  case matchingResultHigher, matchingResultLower
  case matchingKeys
  case paused, pausedKeys
  case settings, settingsKeys, settingSound, settingLowest, settingHighest, settingSeconds
  case settingGap, settingPitch, settingIntervals, settingTuning, settingLoudness
  case settingProcedure, settingLanguage, seconds, hertz, decibels, none
  case procedureAdaptive, procedureKazez, procedureAdaptiveHint, procedureKazezHint
  case tuningEqual, tuningJust, tuningPythagorean, tuningMeantone
  case sounds, soundsKeys, soundsFilter, soundsNone, sine, measuring, notMeasured, soundPreview
  case badgeExact, badgeStraight, badgeStraightWithin, badgeVarying, badgeMean
  case badgeLater, badgeUnpitched, badgeAlreadyStraight
  case badgeSeveralPlayers, badgeDecaying, badgeNoCommonContour
  case intervals, intervalsKeys, upward, downward, chosen, notChosen
  case unison, minorSecond, majorSecond, minorThird, majorThird, fourth, tritone, fifth
  case minorSixth, majorSixth, minorSeventh, majorSeventh, octave
  case intervalsOfPlayers, intervalsDecaying, intervalsVarying
  case tooSmall, goodbye, unknownKey
  case profileNothing, profileRemedy, profileThreshold, profileBand, profileMeaning, profileCount
  case trendUncertain, trendImproving, trendStable, trendDeclining, trendMultiplied
  case profileKeyboard, profileDays, profileIntervals, profileTried
  case profile, profileMatchings, accuracy, accuracyOne, accuracyAxis
  case practiceNone, practiceToday, practiceDays, practiceDaysBefore, trial, trials
  case settingFeedback, settingLength, settingReset, lengthEndless, lengthMinutes
  case scrollKeys, summary, summaryKeys, summaryComparisons, summaryMatchings, summaryThreshold
  case summaryBefore, summaryFirst, summarySilent, duration
  case reviewHigher, reviewLower, reviewSharp, reviewFlat, reviewKeys, undone
  case midiConnected, answered
  case study, studyParticipant, studyBlock, studyQuestion, studyOver
  case studyKeys, studyTrialKeys, studyOverKeys, studyUnfinished
  case resetKeys, resetCancel, resetSettings, resetProfile, resetAllTrials, resetMeaning
  case resetSettingsDone, resetProfileDone, resetAllTrialsDone
  case legend, legendExact, legendStraight, legendStraightWithin, legendVarying, legendMean
  case legendSeveralPlayers, legendDecaying, legendNoCommonContour, legendUnpitched
  case legendNotMeasured, legendAnswer, legendNotes, legendMeter, legendChosenSound
  case chords, homeChords, chordsKeys, chordsMeaning, settingChordSeconds
  case purity, width, drone, triad, beats
  case purityListen, puritySecond, purityQuestion, purityKeys, pureFirst, pureSecond
  case widthListen, widthQuestion, widthKeys, widthResult
  case droneTouch, droneTune, triadTouch, triadTune, beatless, tunedResult
  case beatsListen, beatsTapped, beatsResult, beatsKeys, wide, narrow, chordDetuned, reviewChord
  case steadyChecking, steadyPlayers, steadyDecaying, steadyOther, steadyPitch, steadyLevel
  case steadyOvertones, chordsOfSine
  case summaryBeats, beatAccuracy, beatEstimate, profilePurity, profileWidth, profileChordNotes
  case legendChosenRow, legendChart, legendChartUntried, legendBand
}
