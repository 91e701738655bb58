// swift-tools-version: 6.3
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
/// half the time; another eighth would be the separate compilation of their interfaces, which no
/// target imports. The code under test and the test support are optimized in release builds.
let unoptimized: [SwiftSetting] =
  Context.environment["PEACH_UNOPTIMIZED_TESTS"] == nil
  ? [] : [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

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

/// A plug-in: a library that other programs load, empty without its trait. `exports` is the
/// linker's version script.
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

/// The C library: a module of its header, and the functions. `exports` is the linker's version
/// script.
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

/// What programs share: all modules under one name.
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

/// The models of apps, with a String Catalog. Only Apple's tools compile it; elsewhere, the texts
/// are those of the code.
func models(_ name: String, _ dependencies: [String], including others: [String]) -> [Target] {
  let targets = umbrella(name, dependencies, including: others)
  for target in targets {
    #if os(macOS)
      target.resources = [.process("Resources")]
    #else
      target.exclude = ["Resources"]
    #endif
  }
  return targets
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

/// Dependencies of tests: modules are named without the prefix `Peach`.
func dependencies(_ names: [String]) -> [Target.Dependency] {
  names.map { .target(name: moduleNames.contains("Peach\($0)") ? "Peach\($0)" : $0) }
}

/// What several tests need: tools and fixtures, no tests.
func testSupport(_ name: String, _ others: [String]) -> [Target] {
  [
    .target(
      name: name, dependencies: dependencies(others), path: "Tests/\(name)",
      swiftSettings: settings)
  ]
}

/// The tests in the folder `Tests/<name>Tests`. They depend on the target with that name, if there
/// is one, on `TestEnvironment`, and on the others. `computing` tests analyze much audio.
func tests(
  _ name: String, _ others: [String] = [], system: [(library: String, trait: String)] = [],
  computing: Bool = false
) -> [Target] {
  let tested = ["Peach\(name)", name].filter(moduleNames.union(supportNames).contains).prefix(1)
  return [
    .testTarget(
      name: "\(name)Tests",
      dependencies: dependencies(tested + ["TestEnvironment"] + others) + libraries(system),
      path: "Tests/\(name)Tests", swiftSettings: settings + (computing ? [] : unoptimized))
  ]
}

/// A part of the tests in C, for what Swift cannot do. `headers` is the folder of the headers that
/// it includes.
func testSupportInC(
  _ name: String, system: [(library: String, trait: String)] = [], headers: String? = nil
) -> [Target] {
  let definitions = system.map { CSetting.define($0.trait, .when(traits: [$0.trait])) }
  let paths = headers.map { [CSetting.headerSearchPath("../../\($0)")] } ?? []
  return [
    .target(
      name: name, dependencies: libraries(system), path: "Tests/\(name)",
      cSettings: definitions + paths)
  ]
}

/// A program that only the checks run.
func testProgram(_ name: String, _ others: [String]) -> [Target] {
  [
    .executableTarget(
      name: name, dependencies: dependencies(others), path: "Tests/\(name)",
      swiftSettings: settings)
  ]
}

/// The modules, the programs and what they need.
let modules: [[Target]] = [
  portable("MusicUnits"),
  portable("MIDIEvents", ["MusicUnits"]),
  portable("SongFormats", ["MIDIEvents", "MusicUnits"]),
  portable("AudioEncoding"),
  portable("InstrumentModel", ["MusicUnits"]),
  portable("AudioDecoding", ["InstrumentModel", "MusicUnits"]),
  portable("InstrumentFiles", ["InstrumentModel", "MusicUnits"]),
  portableInC("CDSPKernels"),
  portable("Synthesis", ["InstrumentModel", "MusicUnits"], inC: ["CDSPKernels"]),
  portable("Intonation", ["InstrumentModel", "MusicUnits"], inC: ["CDSPKernels"]),
  portable("StraightPresets", ["InstrumentModel", "Intonation", "MusicUnits", "Synthesis"]),
  portable("BankEditing", ["InstrumentFiles", "InstrumentModel", "Intonation", "MusicUnits"]),
  portable(
    "BankTuning",
    [
      "BankEditing", "InstrumentFiles", "InstrumentModel", "Intonation", "MusicUnits", "Plots",
      "StraightPresets",
    ]),
  portable("EarTraining", ["MusicUnits"]),
  portable("TrialRecords", ["EarTraining", "MusicUnits"]),
  portable("Plots", ["MusicUnits"]),
  portable("TrainerUI", ["EarTraining", "MusicUnits", "Plots", "TrialRecords"]),
  portable("TrainerSimulation", ["EarTraining", "MusicUnits"]),
  portable("BankValidation", ["InstrumentFiles", "InstrumentModel", "Intonation", "MusicUnits"]),
  portable("Sequencing", ["InstrumentModel", "MIDIEvents", "MusicUnits", "Synthesis"]),
  portable("Tuning", ["MIDIEvents", "MusicUnits", "Sequencing", "Synthesis"]),
  portable("Playback", ["InstrumentModel", "MusicUnits", "Sequencing", "Synthesis"]),
  portable(
    "WebPage", ["EarTraining", "MIDIEvents", "MusicUnits", "Plots", "TrainerUI", "TrialRecords"]),
  portable(
    "WebEngine",
    [
      "AudioEncoding", "BankTuning", "EarTraining", "InstrumentFiles", "InstrumentModel",
      "Intonation", "MIDIEvents", "MusicUnits", "Playback", "Sequencing", "StraightPresets",
      "Synthesis", "TrainerUI", "Tuning", "WebPage",
    ]),
  portable(
    "PlugIn",
    [
      "InstrumentFiles", "InstrumentModel", "MIDIEvents", "MusicUnits", "Sequencing",
      "StraightPresets", "Synthesis", "Tuning",
    ]),

  platform("POSIX"),
  platform("FileIO", ["AudioEncoding", "InstrumentModel", "POSIX"]),
  library("CSoundFile", pkgConfig: "sndfile", package: "libsndfile1-dev"),
  library("CWavPack", pkgConfig: "wavpack", package: "libwavpack-dev"),
  platform(
    "SampleCodec", ["AudioDecoding", "AudioEncoding", "InstrumentModel", "POSIX"],
    system: [("CSoundFile", "SoundFile"), ("CWavPack", "WavPack")]),
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
    ["FileIO", "InstrumentFiles", "InstrumentModel", "POSIX", "SampleCodec"]),
  library("CEBUR128", pkgConfig: "libebur128", package: "libebur128-dev"),
  platform("Loudness", system: [("CEBUR128", "Loudness")]),
  platform("PlugInFiles", ["BankFiles", "FileIO", "InstrumentModel", "POSIX", "PlugIn"]),
  platform("LV2Bundle", ["PlugIn"]),
  platform(
    "AudioUnitAdapter",
    ["BankFiles", "FileIO", "MIDIEvents", "PlugIn", "PlugInFiles", "Synthesis"]),

  umbrella(
    "PeachServices",
    [
      "AudioEncoding", "AudioOutput", "BankEditing", "BankFiles", "BankTuning", "BankValidation",
      "EarTraining", "FileIO", "InstrumentFiles", "InstrumentModel", "Intonation", "Loudness",
      "MIDIEvents", "MIDIInput", "MusicUnits", "POSIX", "Playback", "PlugIn", "PlugInFiles",
      "SampleCodec", "Sequencing", "SongFormats", "StraightPresets", "Synthesis", "TrainingStore",
      "TrialRecords", "Tuning",
    ]),
  models("PeachModels", ["EarTraining", "TrainerUI"], including: ["PeachServices"]),
  umbrella(
    "PeachAudio",
    [
      "AudioEncoding", "AudioOutput", "BankFiles", "BankValidation", "FileIO", "InstrumentModel",
      "Intonation", "Loudness", "MIDIEvents", "MusicUnits", "Playback", "Sequencing",
      "StraightPresets", "Tuning",
    ], including: ["PeachServices"]),
  umbrella(
    "PeachBanks", ["BankEditing", "BankFiles", "FileIO"], including: ["PeachServices"]),
  umbrella(
    "PeachTraining", ["EarTraining", "FileIO", "MusicUnits", "TrainingStore", "TrialRecords"]),
  umbrella(
    "PeachLive",
    [
      "AudioEncoding", "AudioOutput", "BankFiles", "FileIO", "InstrumentModel", "MIDIInput",
      "PlugIn", "PlugInFiles", "Tuning",
    ], including: ["PeachServices"]),
  commit(),
  program(
    "peach-cli",
    [
      "CCommit", "PeachPOSIX", "PeachPlots", "PeachServices", "PeachTrainerSimulation",
      "PeachTrainerUI",
    ]),
  program("lv2-description", ["PeachLV2Bundle"]),
  library("CLV2", pkgConfig: "lv2", package: "lv2-dev"),
  plugIn(
    "PeachLV2",
    [
      "PeachInstrumentModel", "PeachLV2Bundle", "PeachMIDIEvents", "PeachPlugIn",
      "PeachPlugInFiles", "PeachSynthesis",
    ], system: ("CLV2", "LV2"), exports: "exports.map"),

  cLibrary(
    "PeachC",
    [
      "PeachAudioEncoding", "PeachBankFiles", "PeachBankTuning", "PeachEarTraining",
      "PeachFileIO", "PeachInstrumentFiles", "PeachInstrumentModel", "PeachIntonation",
      "PeachMIDIEvents", "PeachMusicUnits", "PeachPOSIX", "PeachPlayback", "PeachPlugIn",
      "PeachSequencing", "PeachServices", "PeachSynthesis",
    ], header: "CPeach", exports: "exports.map"),
]

let moduleNames = Set(modules.joined().map(\.name))

let testSupport: [[Target]] = [
  testSupport("TestEnvironment", ["InstrumentModel"]),
  testSupportInC("CAllocationCounter"),
  testSupportInC("CMutexAnnotations"),
  testSupportInC("CExtremeNumbers", headers: "Sources/Programs/CPeach"),
  testSupportInC("CJACKProbe", system: [("CJACK", "JACK")]),
  testSupport(
    "HostileFiles",
    [
      "BankEditing", "InstrumentFiles", "InstrumentModel", "MIDIEvents", "MusicUnits",
      "SampleCodec", "Sequencing", "SongFormats", "SoundFontFixtures", "SoundMeasurement",
      "Synthesis", "TestEnvironment", "Tuning",
    ]),
  testSupport("LongRun", ["InstrumentModel", "Playback", "Sequencing", "Synthesis"]),
  testSupport("RealtimeContext", []),
  testSupport("PlayerStress", ["PeachServices", "SoundFontFixtures", "TestEnvironment"]),
  testSupport(
    "PortableRun",
    [
      "CDSPKernels", "InstrumentFiles", "InstrumentModel", "MIDIEvents", "RandomMusic",
      "Sequencing", "Synthesis", "TestEnvironment",
    ]),
  testSupport(
    "RandomMusic",
    [
      "InstrumentFiles", "InstrumentModel", "MIDIEvents", "MusicUnits", "PlugIn",
      "SoundFontFixtures", "Synthesis", "TestEnvironment",
    ]),
  testSupport("SoundFontFixtures", ["InstrumentModel", "SoundMeasurement", "TestEnvironment"]),
  testSupport("SoundMeasurement", ["InstrumentModel", "TestEnvironment"]),
  testSupport("TrialFixtures", ["EarTraining", "MusicUnits", "TestEnvironment", "TrialRecords"]),
  testProgram("long-run", ["LongRun"]),
  testProgram(
    "peach-fuzz",
    ["AudioDecoding", "HostileFiles", "InstrumentModel", "RandomMusic", "TestEnvironment"]),
  testProgram("player-stress", ["CMutexAnnotations", "PeachServices", "PlayerStress"]),
  testProgram("portable-run", ["PortableRun"]),
  testProgram(
    "random-music",
    ["AudioOutput", "PeachServices", "PlugIn", "RandomMusic", "RealtimeContext", "Synthesis"]),
  testProgram("trial-writer", ["TrainingStore", "TrialFixtures", "TrialRecords"]),
  testProgram("web-render", ["BankFiles", "InstrumentModel", "Synthesis", "WebEngine", "WebPage"]),
]

let supportNames = Set(testSupport.joined().map(\.name))

let tests: [[Target]] = [
  tests(
    "AudioDecoding",
    ["AudioEncoding", "InstrumentFiles", "InstrumentModel", "MusicUnits", "SampleCodec"]),
  tests("AudioEncoding", ["InstrumentModel", "SampleCodec"]),
  tests("AudioOutput", ["CAllocationCounter", "CJACKProbe", "SoundMeasurement"]),
  tests(
    "AudioUnitAdapter",
    ["CAllocationCounter", "InstrumentFiles", "InstrumentModel", "PlugIn", "SoundMeasurement"]),
  tests(
    "BankEditing",
    [
      "InstrumentFiles", "InstrumentModel", "Intonation", "MusicUnits", "SoundFontFixtures",
      "SoundMeasurement",
    ]),
  tests("BankFiles", ["FileIO", "InstrumentFiles", "InstrumentModel"]),
  tests(
    "BankTuning",
    [
      "InstrumentFiles", "InstrumentModel", "Intonation", "PeachServices", "SoundFontFixtures",
      "StraightPresets",
    ]),
  tests(
    "BankValidation", ["InstrumentFiles", "InstrumentModel", "Intonation", "SoundFontFixtures"]),
  tests(
    "CommandLine",
    [
      "AudioOutput", "CJACKProbe", "EarTraining", "InstrumentModel", "MusicUnits", "POSIX",
      "SampleCodec", "SoundFontFixtures", "SoundMeasurement", "TrainerSimulation",
      "TrainingStore", "TrialFixtures", "TrialRecords",
    ]),
  tests(
    "Conformance",
    [
      "InstrumentFiles", "InstrumentModel", "MusicUnits", "SoundFontFixtures", "SoundMeasurement",
      "Synthesis",
    ]),
  tests("EarTraining", ["MusicUnits", "TrainerSimulation"]),
  tests("FileIO", ["AudioEncoding", "InstrumentModel"]),
  tests(
    "HostileFiles",
    [
      "BankEditing", "BankValidation", "CAllocationCounter", "InstrumentFiles", "InstrumentModel",
      "Intonation", "MIDIEvents", "MusicUnits", "PeachServices", "PlugIn", "SampleCodec",
      "Sequencing", "SongFormats",
      "SoundFontFixtures", "SoundMeasurement", "Synthesis", "TrialRecords", "Tuning",
    ], computing: true),
  tests(
    "InstrumentFiles", ["InstrumentModel", "MusicUnits", "SoundFontFixtures", "SoundMeasurement"]),
  tests("InstrumentModel"),
  tests(
    "Intonation",
    [
      "CDSPKernels", "InstrumentFiles", "InstrumentModel", "MusicUnits", "SoundMeasurement",
    ]),
  tests(
    "LV2",
    ["LV2Bundle", "PeachServices", "RealtimeContext", "SoundFontFixtures", "SoundMeasurement"],
    system: [("CLV2", "LV2")], computing: true),
  tests("MIDIEvents", ["MusicUnits"]),
  tests("MIDIInput", ["MIDIEvents"]),
  tests("MusicUnits"),
  tests(
    "PeachAudio",
    [
      "CAllocationCounter", "InstrumentFiles", "InstrumentModel", "Loudness", "MIDIEvents",
      "MusicUnits", "PeachServices", "PlayerStress", "PlugIn", "SampleCodec", "Sequencing",
      "SoundFontFixtures",
      "SoundMeasurement", "StraightPresets", "Synthesis", "TrainerUI",
    ]),
  tests(
    "PeachC",
    [
      "CExtremeNumbers", "CPeach", "InstrumentModel", "PeachServices", "RealtimeContext",
      "SoundFontFixtures", "SoundMeasurement",
    ], computing: true),
  tests(
    "PeachModels",
    ["InstrumentModel", "PeachServices", "SoundFontFixtures", "SoundMeasurement", "TrainerUI"]),
  tests(
    "PlugIn",
    [
      "CAllocationCounter", "FileIO", "InstrumentFiles", "InstrumentModel", "MIDIEvents",
      "PeachServices",
      "SoundFontFixtures", "SoundMeasurement", "StraightPresets", "Synthesis",
    ]),
  tests("PlugInFiles", ["PlugIn", "SoundFontFixtures"]),
  tests(
    "RandomMusic",
    [
      "CAllocationCounter", "CDSPKernels", "InstrumentModel", "MusicUnits", "SoundMeasurement",
      "Synthesis",
    ], computing: true),
  tests(
    "SampleCodec", ["InstrumentFiles", "InstrumentModel", "SoundFontFixtures", "SoundMeasurement"]),
  tests(
    "Sequencing",
    ["InstrumentModel", "LongRun", "MIDIEvents", "MusicUnits", "SoundMeasurement", "Synthesis"]),
  tests("SongFormats", ["HostileFiles", "MIDIEvents", "MusicUnits", "Sequencing"]),
  tests(
    "StraightPresets",
    [
      "InstrumentFiles", "InstrumentModel", "Intonation", "MusicUnits", "SoundFontFixtures",
      "SoundMeasurement", "Synthesis",
    ]),
  tests("Synthesis", ["CDSPKernels", "InstrumentModel", "MusicUnits", "SoundMeasurement"]),
  tests("Tidy", computing: true),
  tests("TrainerSimulation", ["EarTraining"], computing: true),
  tests("TrainerUI", ["EarTraining", "MusicUnits", "TrialRecords"]),
  tests("TrainingStore", ["EarTraining", "FileIO", "MusicUnits", "TrialFixtures", "TrialRecords"]),
  tests(
    "Tuning",
    [
      "EarTraining", "InstrumentModel", "MIDIEvents", "MusicUnits", "PeachServices", "PlugIn",
      "SampleCodec", "Sequencing", "SoundMeasurement", "Synthesis",
    ]),
  tests(
    "WebEngine",
    [
      "BankTuning", "EarTraining", "HostileFiles", "InstrumentFiles", "InstrumentModel",
      "MIDIEvents", "MusicUnits", "PeachServices", "SampleCodec", "Sequencing",
      "SoundFontFixtures", "SoundMeasurement", "Synthesis", "TrainerUI", "Tuning", "WebPage",
    ]),
  tests("WebPage", ["EarTraining", "MIDIEvents", "MusicUnits", "TrainerUI", "TrialRecords"]),
]

let package = Package(
  name: "Peach",
  defaultLocalization: "en",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "PeachAudio", targets: ["PeachAudio"]),
    .library(name: "PeachTraining", targets: ["PeachTraining"]),
    .library(name: "PeachModels", targets: ["PeachModels"]),
    .library(
      name: "PeachSynthesis",
      targets: [
        "PeachInstrumentFiles", "PeachInstrumentModel", "PeachMIDIEvents", "PeachMusicUnits",
        "PeachSequencing", "PeachSynthesis",
      ]),
    .library(name: "PeachBanks", targets: ["PeachBanks"]),
    .library(name: "PeachLive", targets: ["PeachLive"]),
    .library(name: "PeachPlugIn", targets: ["PeachAudioUnitAdapter", "PeachPlugIn"]),
    .executable(name: "peach-cli", targets: ["peach-cli"]),
    .library(name: "peach-lv2", type: .dynamic, targets: ["PeachLV2"]),
    .library(name: "peach-c", type: .dynamic, targets: ["PeachC"]),
  ],
  traits: [
    .trait(name: "ALSA", description: "Sound output through ALSA (libasound2-dev)"),
    .trait(name: "JACK", description: "Sound output and MIDI through JACK (libjack-jackd2-dev)"),
    .trait(name: "Loudness", description: "Loudness of renderings (libebur128-dev)"),
    .trait(name: "LV2", description: "The LV2 plug-in (lv2-dev)"),
    .trait(name: "SoundFile", description: "SF3 banks and audio files (libsndfile1-dev)"),
    .trait(name: "SQLite", description: "Stores what was trained (libsqlite3-dev)"),
    .trait(name: "WavPack", description: "WavPack samples (libwavpack-dev)"),
  ],
  targets: (modules + testSupport + tests).flatMap { $0 },
  swiftLanguageModes: [.v6]
)
