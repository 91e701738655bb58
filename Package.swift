// swift-tools-version: 6.2
import PackageDescription

/// Peach: sampled instruments at exactly the pitch asked for, and ear training with them.
///
/// System libraries are traits, so that a machine with only Swift builds and tests the core:
/// `swift build` and `swift test` need nothing else; `./peach` and `./test` install what the
/// traits need and switch them on.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // The compiler proves `@_noLocks @_noAllocation` only where it sees a whole module at once, as
  // it does in release builds; `Scripts/check` does the same in debug.
  .define("REALTIME_CHECKED", .when(configuration: .release)),
]

/// `Scripts/swift-strict` compiles the test targets that compute little without optimization, in
/// half the time. The code under test and the test support are optimized in release builds.
let unoptimized: [SwiftSetting] =
  Context.environment["PEACH_UNOPTIMIZED_TESTS"] == nil ? [] : [.unsafeFlags(["-Onone"])]

/// A module without an operating system: no Foundation, no libc; it also builds for WebAssembly.
func portable(
  _ name: String, _ dependencies: [String] = [], inC: [String] = []
) -> [Target] {
  module(name, in: "Portable", dependencies.map { "Peach\($0)" } + inC)
}

/// Inner loops in C, for what Swift cannot say; portable like the rest.
func portableInC(_ name: String) -> [Target] {
  [.target(name: name, path: "Sources/Portable/\(name)")]
}

/// A module that adapts one thing outside, such as a file system or an audio device.
func platform(
  _ name: String, _ dependencies: [String] = [], system: [(library: String, trait: String)] = []
) -> [Target] {
  module(name, in: "Platform", dependencies.map { "Peach\($0)" }, system: system)
}

/// A program's target; its name is the command's name.
func program(_ name: String, _ dependencies: [String]) -> [Target] {
  [
    .executableTarget(
      name: name, dependencies: dependencies.map { .target(name: $0) },
      path: "Sources/Programs/\(name)", swiftSettings: settings)
  ]
}

/// A plug-in: a library that other programs load, empty without its trait. `exports` is the linker's
/// version script.
func plugIn(
  _ name: String, _ dependencies: [String], system: (library: String, trait: String),
  exports: String
) -> [Target] {
  [
    .target(
      name: name,
      dependencies: dependencies.map { .target(name: $0) } + [
        .target(name: system.library, condition: .when(traits: [system.trait]))
      ],
      path: "Sources/Programs/\(name)", exclude: [exports], swiftSettings: settings)
  ]
}

/// The C library: a module of its header, and the functions. `exports` is the linker's version script.
func cLibrary(
  _ name: String, _ dependencies: [String], header: String, exports: String
) -> [Target] {
  [
    .systemLibrary(name: header, path: "Sources/Programs/\(header)"),
    .target(
      name: name, dependencies: (dependencies + [header]).map { .target(name: $0) },
      path: "Sources/Programs/\(name)", exclude: [exports], swiftSettings: settings),
  ]
}

/// The Git commit that `Scripts/build-program` builds, for `peach --version`.
func commit() -> [Target] {
  let name = Context.environment["PEACH_COMMIT"].map { "\"\($0)\"" }
  let definitions = name.map { [CSetting.define("PEACH_COMMIT", to: $0)] } ?? []
  return [.target(name: "CCommit", path: "Sources/Platform/CCommit", cSettings: definitions)]
}

/// What an app imports: all modules under one name.
func umbrella(
  _ name: String, _ dependencies: [String], including others: [String] = []
) -> [Target] {
  [
    .target(
      name: name,
      dependencies: (others + dependencies.map { "Peach\($0)" }).map { .target(name: $0) },
      path: "Sources/\(name)", swiftSettings: settings)
  ]
}

/// Libraries that a target needs where their traits are on.
func libraries(_ system: [(library: String, trait: String)]) -> [Target.Dependency] {
  system.map { .target(name: $0.library, condition: .when(traits: [$0.trait])) }
}

func module(
  _ name: String, in folder: String, _ dependencies: [String],
  system: [(library: String, trait: String)] = []
) -> [Target] {
  return [
    .target(
      name: "Peach\(name)",
      dependencies: dependencies.map { .target(name: $0) } + libraries(system),
      path: "Sources/\(folder)/\(name)", swiftSettings: settings)
  ]
}

/// A system library: a module map and nothing else.
func library(_ name: String, pkgConfig: String, package: String) -> [Target] {
  [
    .systemLibrary(
      name: name, path: "Sources/Platform/\(name)", pkgConfig: pkgConfig,
      providers: [.apt([package])])
  ]
}

/// What several tests need: tools and fixtures, no tests.
func testSupport(_ name: String, _ dependencies: [String]) -> [Target] {
  [
    .target(
      name: name, dependencies: dependencies.map { .target(name: $0) },
      path: "Tests/\(name)", swiftSettings: settings)
  ]
}

/// The tests of a module, in a folder of the same name. `computing` tests analyze much audio.
func tests(
  _ name: String, _ dependencies: [String], system: [(library: String, trait: String)] = [],
  computing: Bool = false
) -> [Target] {
  [
    .testTarget(
      name: "\(name)Tests",
      dependencies: dependencies.map { .target(name: $0) }
        + system.map { .target(name: $0.library, condition: .when(traits: [$0.trait])) },
      path: "Tests/\(name)Tests", swiftSettings: settings + (computing ? [] : unoptimized))
  ]
}

/// A part of the tests in C, for what Swift cannot do.
func testSupportInC(
  _ name: String, system: [(library: String, trait: String)] = []
) -> [Target] {
  let definitions = system.map { CSetting.define($0.trait, .when(traits: [$0.trait])) }
  return [
    .target(
      name: name, dependencies: libraries(system), path: "Tests/\(name)", cSettings: definitions)
  ]
}

/// A program that measures; not a product. `Scripts/benchmark` runs it.
func benchmarkProgram(_ name: String, _ dependencies: [String]) -> [Target] {
  [
    .executableTarget(
      name: name, dependencies: dependencies.map { .target(name: $0) },
      path: "Benchmarks/Sources/\(name)", swiftSettings: settings)
  ]
}

/// A program that only the checks run.
func testProgram(_ name: String, _ dependencies: [String]) -> [Target] {
  [
    .executableTarget(
      name: name, dependencies: dependencies.map { .target(name: $0) },
      path: "Tests/\(name)", swiftSettings: settings)
  ]
}

let targets: [[Target]] = [
  portable("MusicUnits"),
  portable("MIDIEvents", ["MusicUnits"]),
  portable("AudioEncoding"),
  portable("InstrumentModel", ["MusicUnits"]),
  portable("AudioDecoding", ["InstrumentModel", "MusicUnits"]),
  portable("InstrumentFiles", ["MusicUnits", "InstrumentModel"]),
  portableInC("CDSPKernels"),
  portable("Synthesis", ["MusicUnits", "InstrumentModel"], inC: ["CDSPKernels"]),
  portable("Intonation", ["MusicUnits", "InstrumentModel"], inC: ["CDSPKernels"]),
  portable("StraightPresets", ["MusicUnits", "InstrumentModel", "Intonation", "Synthesis"]),
  portable("BankEditing", ["MusicUnits", "InstrumentFiles", "InstrumentModel", "Intonation"]),
  portable(
    "BankTuning",
    [
      "BankEditing", "InstrumentFiles", "InstrumentModel", "Intonation", "MusicUnits", "Plots",
      "StraightPresets",
    ]),
  portable("EarTraining", ["MusicUnits"]),
  portable("TrialRecords", ["EarTraining", "MusicUnits"]),
  portable("Plots", ["MusicUnits"]),
  portable("TrainerUI", ["EarTraining", "Intonation", "MusicUnits", "Plots", "TrialRecords"]),
  portable("TrainerSimulation", ["EarTraining", "MusicUnits"]),
  portable("BankValidation", ["MusicUnits", "InstrumentModel", "InstrumentFiles", "Intonation"]),
  portable("Sequencing", ["MIDIEvents", "MusicUnits", "InstrumentModel", "Synthesis"]),
  portable(
    "Playback",
    ["EarTraining", "InstrumentModel", "MusicUnits", "Sequencing", "Synthesis"]),

  portable("WebPage", ["EarTraining", "MusicUnits", "Plots", "TrainerUI", "TrialRecords"]),
  portable(
    "WebEngine",
    [
      "AudioEncoding", "BankTuning", "EarTraining", "InstrumentFiles", "InstrumentModel",
      "Intonation", "MIDIEvents",
      "MusicUnits", "Playback", "Sequencing", "StraightPresets", "Synthesis", "TrainerUI",
      "WebPage",
    ]),

  portable(
    "PlugIn",
    [
      "MIDIEvents", "MusicUnits", "InstrumentFiles", "InstrumentModel", "Sequencing",
      "StraightPresets", "Synthesis",
    ]),

  platform("POSIX"),
  platform("FileIO", ["AudioEncoding", "InstrumentModel", "POSIX"]),
  library("CSoundFile", pkgConfig: "sndfile", package: "libsndfile1-dev"),
  platform(
    "SampleCodec", ["AudioDecoding", "AudioEncoding", "InstrumentModel"],
    system: [("CSoundFile", "SoundFile")]),
  library("CALSA", pkgConfig: "alsa", package: "libasound2-dev"),
  library("CJACK", pkgConfig: "jack", package: "libjack-jackd2-dev"),
  platform("AudioOutput", ["POSIX"], system: [("CALSA", "ALSA"), ("CJACK", "JACK")]),
  platform("MIDIInput", ["MIDIEvents", "POSIX"], system: [("CALSA", "ALSA")]),
  library("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
  platform(
    "TrainingStore", ["EarTraining", "FileIO", "POSIX", "TrialRecords"],
    system: [("CSQLite", "SQLite")]),
  platform(
    "BankFiles",
    [
      "FileIO", "InstrumentFiles", "InstrumentModel", "PlugIn", "POSIX", "SampleCodec",
    ]),
  library("CEBUR128", pkgConfig: "libebur128", package: "libebur128-dev"),
  platform("Loudness", system: [("CEBUR128", "Loudness")]),
  platform("LV2Bundle", ["PlugIn"]),
  platform(
    "AudioUnitAdapter",
    ["BankFiles", "FileIO", "InstrumentModel", "MIDIEvents", "PlugIn", "Synthesis"]),

  umbrella(
    "Peach",
    [
      "MusicUnits", "MIDIEvents", "InstrumentModel", "InstrumentFiles", "Synthesis", "Sequencing",
      "Intonation", "BankValidation", "BankEditing", "BankTuning", "AudioEncoding", "FileIO",
      "SampleCodec", "AudioOutput", "Loudness", "MIDIInput", "BankFiles", "EarTraining",
      "TrainingStore", "TrialRecords", "Playback", "PlugIn", "POSIX", "StraightPresets",
    ]),
  umbrella("PeachModels", ["EarTraining", "TrainerUI"], including: ["Peach"]),
  commit(),
  program(
    "peach-cli", ["CCommit", "Peach", "PeachPlots", "PeachTrainerSimulation", "PeachTrainerUI"]),
  program("lv2-description", ["PeachLV2Bundle"]),
  benchmarkProgram("peach-benchmarks", ["Peach", "PeachTrainerSimulation"]),
  library("CLV2", pkgConfig: "lv2", package: "lv2-dev"),
  plugIn(
    "PeachLV2",
    [
      "PeachBankFiles", "PeachInstrumentModel", "PeachLV2Bundle", "PeachMIDIEvents",
      "PeachPlugIn", "PeachSynthesis",
    ], system: ("CLV2", "LV2"), exports: "exports.map"),

  cLibrary(
    "PeachC",
    [
      "Peach", "PeachAudioEncoding", "PeachBankFiles", "PeachBankTuning", "PeachEarTraining",
      "PeachFileIO", "PeachInstrumentFiles", "PeachInstrumentModel", "PeachIntonation",
      "PeachMIDIEvents", "PeachMusicUnits", "PeachPlayback", "PeachPlugIn", "PeachPOSIX",
      "PeachSynthesis", "PeachTrainerSimulation",
    ], header: "CPeach", exports: "exports.map"),

  [.target(name: "FluidSynthLog", path: "Sources/Programs/FluidSynthLog")],
  [
    .target(
      name: "FluidSynthC",
      dependencies: [
        "FluidSynthLog", "Peach", "PeachAudioEncoding", "PeachAudioOutput", "PeachBankFiles",
        "PeachFileIO", "PeachInstrumentFiles", "PeachInstrumentModel", "PeachMIDIEvents",
        "PeachMIDIInput", "PeachMusicUnits", "PeachPOSIX", "PeachSequencing", "PeachSynthesis",
      ],
      path: "Sources/Programs/FluidSynthC", exclude: ["exports.map"], swiftSettings: settings)
  ],

  testSupport("TestEnvironment", ["PeachInstrumentModel"]),
  testSupport(
    "TrialFixtures",
    ["PeachTrialRecords", "PeachEarTraining", "PeachMusicUnits", "TestEnvironment"]),
  testProgram("trial-writer", ["TrialFixtures", "PeachTrainingStore", "PeachTrialRecords"]),
  testSupport("SoundMeasurement", ["PeachInstrumentModel"]),
  testSupport("SoundFontFixtures", ["PeachInstrumentModel"]),
  testSupport(
    "HostileFiles",
    [
      "PeachBankEditing", "PeachInstrumentFiles", "PeachInstrumentModel", "PeachMIDIEvents",
      "PeachSampleCodec", "PeachSequencing", "PeachSynthesis", "SoundFontFixtures",
      "SoundMeasurement", "TestEnvironment",
    ]),
  testSupport(
    "LongRun", ["PeachInstrumentModel", "PeachPlayback", "PeachSequencing", "PeachSynthesis"]),
  testProgram("long-run", ["LongRun"]),
  testProgram(
    "web-render",
    ["PeachBankFiles", "PeachInstrumentModel", "PeachSynthesis", "PeachWebEngine", "PeachWebPage"]
  ),
  testProgram(
    "peach-fuzz",
    [
      "HostileFiles", "PeachAudioDecoding", "PeachInstrumentModel", "RandomMusic",
      "TestEnvironment",
    ]),
  tests(
    "HostileFiles",
    ["HostileFiles", "PeachInstrumentFiles", "SoundMeasurement", "TestEnvironment"], computing: true
  ),
  tests("MusicUnits", ["PeachMusicUnits"]),
  tests(
    "AudioEncoding",
    ["PeachAudioEncoding", "PeachInstrumentModel", "PeachSampleCodec", "TestEnvironment"]),
  tests(
    "AudioDecoding",
    [
      "PeachAudioDecoding", "PeachAudioEncoding", "PeachInstrumentFiles", "PeachInstrumentModel",
      "PeachMusicUnits", "PeachSampleCodec", "TestEnvironment",
    ], computing: true),
  tests("MIDIEvents", ["PeachMIDIEvents", "PeachMusicUnits", "TestEnvironment"]),
  tests("InstrumentModel", ["PeachInstrumentModel"]),
  tests(
    "InstrumentFiles",
    [
      "PeachInstrumentFiles", "PeachInstrumentModel", "PeachMusicUnits", "SoundFontFixtures",
      "SoundMeasurement", "TestEnvironment",
    ]),
  tests(
    "BankEditing",
    [
      "PeachBankEditing", "PeachInstrumentFiles", "PeachInstrumentModel", "PeachIntonation",
      "PeachMusicUnits", "SoundFontFixtures", "SoundMeasurement", "TestEnvironment",
    ]),
  tests(
    "BankTuning",
    [
      "Peach", "PeachBankTuning", "PeachInstrumentFiles", "PeachInstrumentModel", "PeachIntonation",
      "PeachStraightPresets", "SoundFontFixtures", "TestEnvironment",
    ]),
  tests(
    "Synthesis",
    [
      "PeachSynthesis", "PeachInstrumentModel", "PeachMusicUnits", "CDSPKernels",
      "SoundMeasurement", "TestEnvironment",
    ], computing: true),
  tests(
    "Intonation",
    [
      "CDSPKernels", "PeachIntonation", "PeachInstrumentFiles", "PeachInstrumentModel",
      "PeachMusicUnits", "TestEnvironment",
    ], computing: true),
  tests(
    "StraightPresets",
    [
      "PeachStraightPresets", "PeachInstrumentFiles", "PeachInstrumentModel", "PeachIntonation",
      "PeachSynthesis", "SoundFontFixtures", "SoundMeasurement",
    ]),
  tests(
    "EarTraining",
    ["PeachEarTraining", "PeachMusicUnits", "PeachTrainerSimulation", "TestEnvironment"]),
  tests(
    "TrainerSimulation", ["PeachTrainerSimulation", "PeachEarTraining", "TestEnvironment"],
    computing: true),
  tests(
    "TrainerUI",
    [
      "PeachTrainerUI", "PeachEarTraining", "PeachIntonation", "PeachMusicUnits",
      "PeachTrialRecords",
    ]),
  tests(
    "WebPage",
    ["PeachWebPage", "PeachEarTraining", "PeachMusicUnits", "PeachTrainerUI", "PeachTrialRecords"]),
  tests(
    "WebEngine",
    [
      "HostileFiles", "Peach", "PeachBankTuning", "PeachWebEngine", "PeachWebPage",
      "PeachEarTraining", "PeachInstrumentFiles", "PeachInstrumentModel", "PeachMusicUnits",
      "PeachSampleCodec", "PeachSynthesis",
      "PeachSequencing", "PeachTrainerUI", "SoundFontFixtures", "SoundMeasurement",
      "TestEnvironment",
    ]),
  tests(
    "BankValidation",
    [
      "PeachBankValidation", "PeachInstrumentFiles", "PeachInstrumentModel", "PeachIntonation",
      "SoundFontFixtures", "TestEnvironment",
    ]),
  tests(
    "Sequencing",
    [
      "LongRun", "PeachSequencing", "PeachMIDIEvents", "PeachMusicUnits", "PeachInstrumentModel",
      "PeachSynthesis", "SoundMeasurement", "TestEnvironment",
    ]),
  tests(
    "PlugIn",
    [
      "PeachPlugIn", "Peach", "PeachFileIO", "PeachMIDIEvents", "PeachInstrumentFiles",
      "PeachInstrumentModel", "PeachStraightPresets", "PeachSynthesis", "CAllocationCounter",
      "SoundFontFixtures", "SoundMeasurement", "TestEnvironment",
    ]),
  tests(
    "LV2",
    [
      "PeachLV2", "PeachLV2Bundle", "Peach", "SoundFontFixtures", "SoundMeasurement",
      "TestEnvironment",
    ], system: [("CLV2", "LV2")], computing: true),
  tests(
    "PeachC",
    [
      "CPeach", "Peach", "PeachC", "PeachInstrumentModel", "SoundFontFixtures", "SoundMeasurement",
      "TestEnvironment",
    ], computing: true),
  tests(
    "FileIO", ["PeachAudioEncoding", "PeachFileIO", "PeachInstrumentModel", "TestEnvironment"]),
  tests("SampleCodec", ["PeachSampleCodec", "PeachInstrumentModel", "TestEnvironment"]),
  tests(
    "AudioOutput",
    ["CAllocationCounter", "CJACKProbe", "PeachAudioOutput", "SoundMeasurement", "TestEnvironment"]),
  tests("MIDIInput", ["PeachMIDIEvents", "PeachMIDIInput"]),
  tests(
    "AudioUnitAdapter",
    [
      "PeachAudioUnitAdapter", "PeachInstrumentFiles", "PeachInstrumentModel", "PeachPlugIn",
      "CAllocationCounter", "SoundMeasurement", "TestEnvironment",
    ]),
  tests("BankFiles", ["PeachBankFiles", "PeachInstrumentModel", "TestEnvironment"]),
  tests(
    "TrainingStore",
    [
      "TrialFixtures", "PeachTrainingStore", "PeachTrialRecords", "PeachEarTraining",
      "PeachFileIO", "PeachMusicUnits", "TestEnvironment",
    ]),
  tests(
    "Peach",
    [
      "CAllocationCounter", "Peach", "PeachLoudness", "PeachTrainerUI", "PeachPlugIn",
      "PeachSynthesis",
      "PeachSequencing",
      "PeachMIDIEvents", "PeachMusicUnits", "PeachInstrumentModel", "PeachSampleCodec",
      "PeachStraightPresets", "SoundFontFixtures", "SoundMeasurement", "TestEnvironment",
    ]),
  tests(
    "PeachModels",
    [
      "Peach", "PeachInstrumentModel", "PeachModels", "SoundFontFixtures", "SoundMeasurement",
      "TestEnvironment",
    ]),
  tests(
    "CommandLine",
    [
      "CJACKProbe", "PeachAudioOutput", "PeachInstrumentModel", "PeachMusicUnits",
      "PeachSampleCodec", "PeachTrainingStore", "PeachTrialRecords", "PeachEarTraining",
      "PeachTrainerSimulation",
      "TrialFixtures", "SoundFontFixtures", "SoundMeasurement", "TestEnvironment",
    ]),
  tests(
    "Conformance",
    [
      "PeachInstrumentFiles", "PeachInstrumentModel", "PeachMusicUnits", "PeachSynthesis",
      "SoundFontFixtures", "SoundMeasurement",
    ]),
  testSupport(
    "RandomMusic",
    [
      "PeachPlugIn", "PeachMIDIEvents", "PeachSynthesis", "PeachInstrumentFiles",
      "PeachInstrumentModel", "PeachMusicUnits",
      "SoundFontFixtures", "TestEnvironment",
    ]),
  testSupportInC("CAllocationCounter"),
  testSupportInC("CJACKProbe", system: [("CJACK", "JACK")]),
  testSupport(
    "PortableRun",
    [
      "RandomMusic", "CDSPKernels", "PeachInstrumentFiles", "PeachInstrumentModel",
      "PeachMIDIEvents", "PeachSequencing", "PeachSynthesis", "TestEnvironment",
    ]),
  testProgram("portable-run", ["PortableRun"]),
  testProgram("random-music", ["RandomMusic", "PeachPlugIn", "PeachSynthesis"]),
  tests(
    "RandomMusic",
    [
      "RandomMusic", "CAllocationCounter", "CDSPKernels", "PeachSynthesis",
      "PeachInstrumentModel", "PeachMusicUnits", "SoundMeasurement", "TestEnvironment",
    ], computing: true),
  tests("Tidy", ["TestEnvironment"], computing: true),
]

let package = Package(
  name: "Peach",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Peach", targets: ["Peach"]),
    .library(name: "PeachModels", targets: ["PeachModels"]),
    .library(name: "PeachAudioUnit", targets: ["PeachAudioUnitAdapter"]),
    .executable(name: "peach-cli", targets: ["peach-cli"]),
    .library(name: "peach-lv2", type: .dynamic, targets: ["PeachLV2"]),
    .library(name: "peach-c", type: .dynamic, targets: ["PeachC"]),
    .library(name: "peach-fluidsynth", type: .dynamic, targets: ["FluidSynthC"]),
  ],
  traits: [
    .trait(name: "ALSA", description: "Sound output through ALSA (libasound2-dev)"),
    .trait(name: "JACK", description: "Sound output and MIDI through JACK (libjack-jackd2-dev)"),
    .trait(name: "Loudness", description: "Loudness of renderings (libebur128-dev)"),
    .trait(name: "LV2", description: "The LV2 plug-in (lv2-dev)"),
    .trait(name: "SoundFile", description: "SF3 banks and audio files (libsndfile1-dev)"),
    .trait(name: "SQLite", description: "Stores what was trained (libsqlite3-dev)"),
  ],
  targets: targets.flatMap { $0 },
  swiftLanguageModes: [.v6]
)
