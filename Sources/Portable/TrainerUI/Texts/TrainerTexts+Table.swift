extension TrainerTexts {
  /// The texts of the welcome screen and the demonstration.
  static var welcome: [Row] {
    [
      Row(.welcome, "Welcome to Peach", "Willkommen bei Peach"),
      Row(.demonstration, "What is a cent?", "Was ist ein Cent?"),
      Row(
        .demonstrationNote,
        "Many people start at about 20 cents; trained musicians reach 3 or less.",
        "Viele beginnen bei etwa 20 Cent, geübte Musiker erreichen 3 oder weniger."),
    ]
  }

  static var training: [Row] {
    [
      Row(.comparison, "Comparing", "Vergleichen"),
      Row(.listen, "Listen: first note", "Hör zu: erster Ton"),
      Row(.second, "Second note: higher or lower?", "Zweiter Ton: höher oder tiefer?"),
      Row(.question, "Higher or lower?", "Höher oder tiefer?"),
      Row(.right, "Right", "Richtig"),
      Row(.wrong, "Wrong", "Falsch"),
      Row(
        .wasHigher, "%1: the second note was %2 cents higher",
        "%1: Der zweite Ton war %2 Cent höher"),
      Row(
        .wasLower, "%1: the second note was %2 cents lower",
        "%1: Der zweite Ton war %2 Cent tiefer"),
      Row(.matching, "Matching", "Angleichen"),
      Row(
        .intervalsOfPlayers,
        "This instrument has several players; its intervals are within %1 cents.",
        "Hier spielen mehrere; die Intervalle sind auf %1 Cent genau."),
      Row(
        .intervalsDecaying,
        "The notes of this instrument decay; its intervals are within %1 cents.",
        "Die Töne dieses Instruments verklingen; die Intervalle sind auf %1 Cent genau."),
      Row(
        .intervalsVarying,
        "The pitch of this instrument varies; its intervals are within %1 cents.",
        "Die Tonhöhe dieses Instruments schwankt; die Intervalle sind auf %1 Cent genau."),
      Row(.paused, "Paused", "Pause"),
    ]
  }

  /// The texts of menus and settings.
  static var choosing: [Row] {
    [
      Row(.home, "Peach", "Peach"),
      Row(
        .storedNowhere, "Trials are not being saved and will be lost when you quit. %1",
        "Die Versuche werden nicht gespeichert und gehen beim Beenden verloren. %1"),
      Row(
        .silent, "Muted: no audio device is in use.", "Stumm: Es wird kein Audiogerät verwendet."),
      Row(
        .soundFailed, "No sound: %1", "Keine Tonausgabe: %1"),
      Row(
        .deviceFailed, "Audio device %1 cannot be used. Run peach devices for a list.",
        "Das Audiogerät %1 ist nicht verwendbar. Liste: peach devices"),
      Row(.settings, "Settings", "Einstellungen"),
      Row(.settingSound, "Sound", "Klang"),
      Row(.settingLowest, "Lowest note", "Tiefster Ton"),
      Row(.settingHighest, "Highest note", "Höchster Ton"),
      Row(.settingSeconds, "Note length", "Tonlänge"),
      Row(.settingGap, "Gap between notes", "Pause zwischen den Tönen"),
      Row(.settingPitch, "A4", "A4 (Kammerton a′)"),
      Row(.settingIntervals, "Intervals", "Intervalle"),
      Row(.settingTuning, "Interval tuning", "Stimmung der Intervalle"),
      Row(.settingLoudness, "Loudness variation", "Lautstärkeunterschied"),
      Row(.settingProcedure, "Difficulty", "Schwierigkeit"),
      Row(.settingLanguage, "Language", "Sprache"),
      Row(.seconds, "%1 s", "%1 s"),
      Row(.hertz, "%1 Hz", "%1 Hz"),
      Row(.decibels, "up to %1 dB", "bis %1 dB"),
      Row(.none, "none", "keiner"),
      Row(.procedureAdaptive, "adaptive", "passt sich dir an"),
      Row(.procedureKazez, "Kazez rule", "Kazez-Regel"),
      Row(
        .procedureAdaptiveHint,
        "Each difference is chosen by all of your answers, near your threshold.",
        "Jeder Unterschied wird nach allen deinen Antworten gewählt, nahe an deiner Schwelle."),
      Row(
        .procedureKazezHint,
        "The difference shrinks after a right answer and grows after a wrong one (Kazez et al. "
          + "2001). In the end, about 60 % of the answers are right. Each answer tells less about "
          + "your threshold than with “adaptive”.",
        "Der Unterschied schrumpft nach jeder richtigen und wächst nach jeder falschen Antwort "
          + "(Kazez u. a. 2001). Zuletzt sind etwa 60 % der Antworten richtig. Jede Antwort sagt "
          + "weniger über deine Schwelle als bei „passt sich dir an“."),
      Row(.tuningEqual, "equal temperament", "gleichstufig"),
      Row(.tuningJust, "just, seventh %1, tritone %2", "rein, Septime %1, Tritonus %2"),
      Row(.tuningPythagorean, "Pythagorean", "pythagoreisch"),
      Row(.tuningMeantone, "quarter-comma meantone", "mitteltönig (¼ Komma)"),
    ]
  }

  /// The texts of the sound list.
  static var sounds: [Row] {
    [
      Row(.sounds, "Sounds", "Klänge"),
      Row(.soundsNone, "No matching sounds.", "Keine passenden Klänge."),
      Row(.sine, "Sine", "Sinus"),
      Row(.soundPreview, "Playing %1.", "Du hörst jetzt: %1."),
    ]
  }

  /// The texts of measured intonations.
  static var intonation: [Row] {
    [
      Row(.measuring, "measuring …", "wird gemessen …"),
      Row(.notMeasured, "not measured", "nicht gemessen"),
      Row(.badgeExact, "exact", "genau"),
      Row(.badgeStraight, "straight", "gerader Ton"),
      Row(.badgeStraightWithin, "straight, within %1 cents", "gerader Ton, auf %1 Cent genau"),
      Row(.badgeSeveralPlayers, "several players", "mehrere Spieler"),
      Row(.badgeDecaying, "decaying", "verklingend"),
      Row(.badgeNoCommonContour, "no common contour", "kein gemeinsamer Verlauf"),
      Row(
        .badgeVarying, "mean within %1 cents, varies by ±%2 cents",
        "im Mittel auf %1 Cent genau, schwankt um ±%2 Cent"),
      Row(.badgeMean, "mean within %1 cents", "im Mittel auf %1 Cent genau"),
      Row(.badgeLater, "later within %1 cents", "später auf %1 Cent genau"),
      Row(.badgeUnpitched, "no pitch", "keine Tonhöhe"),
      Row(.badgeAlreadyStraight, "straight as recorded", "gerade aufgenommen"),
    ]
  }

  static var intervals: [Row] {
    [
      Row(.intervals, "Intervals", "Intervalle"),
      Row(.chosen, "selected", "ausgewählt"),
      Row(.upward, "%1 ascending", "%1 aufwärts"),
      Row(.downward, "%1 descending", "%1 abwärts"),
      Row(.unison, "unison", "Prime"),
      Row(.minorSecond, "minor second", "kleine Sekunde"),
      Row(.majorSecond, "major second", "große Sekunde"),
      Row(.minorThird, "minor third", "kleine Terz"),
      Row(.majorThird, "major third", "große Terz"),
      Row(.fourth, "fourth", "Quarte"),
      Row(.tritone, "tritone", "Tritonus"),
      Row(.fifth, "fifth", "Quinte"),
      Row(.minorSixth, "minor sixth", "kleine Sexte"),
      Row(.majorSixth, "major sixth", "große Sexte"),
      Row(.minorSeventh, "minor seventh", "kleine Septime"),
      Row(.majorSeventh, "major seventh", "große Septime"),
      Row(.octave, "octave", "Oktave"),
    ]
  }

  static var profile: [Row] {
    [
      Row(.profileBand, "%1 cents (95 %: %2)", "%1 Cent (95 %: %2)"),
      Row(
        .profileMeaning,
        "At this distance you identify the higher of two notes three times out of four.",
        "Bei diesem Abstand erkennst du in drei von vier Fällen, welcher Ton höher ist."),
      Row(
        .trendUncertain, "It is too early to tell whether your hearing has changed.",
        "Ob sich dein Gehör verändert hat, lässt sich noch nicht sagen."),
      Row(
        .trendImproving,
        "Probably finer: your threshold fell by %2 % in %1 days (probability %3 %).",
        "Wahrscheinlich feiner: Deine Schwelle ist in %1 Tagen um %2 % gesunken "
          + "(Wahrscheinlichkeit %3 %)."),
      Row(
        .trendStable, "About the same in the last %1 days.",
        "In den letzten %1 Tagen etwa gleich geblieben."),
      Row(
        .trendDeclining,
        "Probably coarser: your threshold rose by %2 % in %1 days (probability %3 %).",
        "Wahrscheinlich gröber: Deine Schwelle ist in %1 Tagen um %2 % gestiegen "
          + "(Wahrscheinlichkeit %3 %)."),
      Row(
        .trendMultiplied,
        "Probably coarser: your threshold is %2 times what it was %1 days ago (probability %3 %).",
        "Wahrscheinlich gröber: Deine Schwelle ist %2-mal so groß wie vor %1 Tagen "
          + "(Wahrscheinlichkeit %3 %)."),
    ]
  }
}
