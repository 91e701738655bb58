#if ALSA
  import Foundation
  import Testing

  @testable import PeachAudioOutput

  /// ALSA writes the played audio to files; no sound card or sound server is needed.
  ///
  /// Each test runs in a process of its own, because the environment selects ALSA's configuration.
  @Suite("ALSA playback")
  struct ALSADeviceTests {
    /// Null devices that write a copy of the audio to `$FILE`.
    static let configuration = """
      pcm_type.null { }
      pcm.capture {
        @args [ FILE ]
        @args.FILE { type string }
        type file
        slave.pcm { type null }
        file $FILE
        format "raw"
      }
      pcm.integers {
        @args [ FILE ]
        @args.FILE { type string }
        type linear
        slave { format S16_LE pcm { type file file $FILE format "raw" slave.pcm { type null } } }
      }
      pcm.!default {
        type null
        hint { show on description "Nothing at all" }
      }
      pcm.kitchen {
        type null
        hint { show on description "Radio\nin the kitchen" }
      }
      """

    /// Plays a signal through a device and returns the bytes that ALSA wrote.
    static func capture(
      _ kind: String, in folder: String, frameCount: Int, period: Int, buffer: Int,
      formats: [PCMFormat] = PCMFormat.allCases, times: Int = 1,
      check: (ALSADevice) -> Void = { _ in }
    ) throws -> Data {
      let file = "\(folder)/\(kind)-\(period)-\(formats.count).raw"
      let device = try ALSADevice(
        name: "\(kind):FILE=\(file)", sampleRate: 48_000, periodFrames: period,
        bufferFrames: buffer, formats: formats)
      for _ in 0..<times {
        let signal = try TestSignal.withRenderer(frameCount: frameCount) { renderer, signal in
          #expect(device.state == .idle)
          try device.start(renderer)
          #expect(throws: AudioDeviceError.alreadyRunning(device: device.name)) {
            try device.start(renderer)
          }
          while device.state == .running && signal.pointee.position < frameCount {
            usleep(200)
          }
          #expect(device.state == .running)
          device.stop()
        }
        #expect(signal.position >= frameCount)
        #expect(signal.longestCall == period && signal.shortestCall == period)
      }
      #expect(device.state == .idle && device.underrunCount == 0)
      check(device)
      return try Data(contentsOf: URL(filePath: file))
    }

    /// Makes ALSA read the configuration above instead of the system's.
    static func configure(_ folder: String) throws {
      let path = "\(folder)/asound.conf"
      try configuration.write(toFile: path, atomically: true, encoding: .utf8)
      setenv("ALSA_CONFIG_PATH", path, 1)
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
      let url = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID())")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: url) }
      try await body(url.path)
    }

    @Test("Each frame is played once, in order and unchanged, for any period")
    func exact() async throws {
      try await withFolder { folder in
        await #expect(processExitsWith: .success) { [folder = folder as String] in
          try ALSADeviceTests.configure(folder)
          for period in [16, 64, 100, 128, 441, 1_024, 4_096] {
            let count = 50_001
            let bytes = try ALSADeviceTests.capture(
              "capture", in: folder, frameCount: count, period: period, buffer: period * 4
            ) { device in
              #expect(device.periodFrames == period && device.bufferFrames == period * 4)
              #expect(device.sampleRate == 48_000 && device.format == .float32)
            }
            let floats = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
            #expect(floats.count >= count * 2)
            let wrong = (0..<count * 2).filter {
              floats[$0] != TestSignal.value($0 / 2, $0 % 2)
            }
            #expect(wrong.isEmpty, "period \(period), first wrong value \(wrong.first ?? 0)")
            #expect(floats[(count * 2)...].allSatisfy { $0 == 0 })
          }
        }
      }
    }

    @Test("Devices without float support receive 32- or 16-bit integers of the same values")
    func integers() async throws {
      try await withFolder { folder in
        await #expect(processExitsWith: .success) { [folder = folder as String] in
          try ALSADeviceTests.configure(folder)
          let expected = (0..<20_000).map { TestSignal.step($0 / 2, $0 % 2) }
          let converted = try ALSADeviceTests.capture(
            "integers", in: folder, frameCount: 10_000, period: 128, buffer: 512
          ) { #expect($0.format == .integer32) }
          converted.withUnsafeBytes {
            #expect($0.bindMemory(to: Int16.self).prefix(20_000).elementsEqual(expected))
          }
          let short = try ALSADeviceTests.capture(
            "capture", in: folder, frameCount: 10_000, period: 128, buffer: 512,
            formats: [.integer16]
          ) { #expect($0.format == .integer16) }
          short.withUnsafeBytes {
            #expect($0.bindMemory(to: Int16.self).prefix(20_000).elementsEqual(expected))
          }
        }
      }
    }

    @Test("A stopped device can be started again")
    func again() async throws {
      try await withFolder { folder in
        await #expect(processExitsWith: .success) { [folder = folder as String] in
          try ALSADeviceTests.configure(folder)
          let bytes = try ALSADeviceTests.capture(
            "capture", in: folder, frameCount: 1_000, period: 128, buffer: 512, times: 3)
          let floats = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
          let starts = floats.indices.filter { index in
            index.isMultiple(of: 2) && floats.count - index >= 2_000
              && (0..<20).allSatisfy {
                floats[index + $0] == TestSignal.value($0 / 2, $0 % 2)
              }
          }
          #expect(starts.count == 3)
          for start in starts {
            #expect(
              (0..<2_000).allSatisfy {
                floats[start + $0] == TestSignal.value($0 / 2, $0 % 2)
              })
          }
        }
      }
    }

    @Test(
      "An error for a missing device names device, reason, call and remedy")
    func missing() async throws {
      try await withFolder { folder in
        await #expect(processExitsWith: .success) { [folder = folder as String] in
          try ALSADeviceTests.configure(folder)
          let error = #expect(throws: AudioDeviceError.self) { try ALSADevice(name: "nowhere") }
          #expect(
            error
              == .call(
                "snd_pcm_open", device: "nowhere", code: ENOENT,
                reason: "No such file or directory"))
          #expect(
            error?.description
              == "Audio device nowhere failed: No such file or directory (snd_pcm_open). "
              + "Choose a listed device, or connect the device.")
        }
      }
    }

    @Test("The list contains the configured devices and marks the default")
    func list() async throws {
      try await withFolder { folder in
        await #expect(processExitsWith: .success) { [folder = folder as String] in
          try ALSADeviceTests.configure(folder)
          let found = Set(AudioDevices.list().map { "\($0.name)|\($0.text)|\($0.isDefault)" })
          #expect(
            found == ["default|Nothing at all|true", "kitchen|Radio, in the kitchen|false"])
          let device = try AudioDevices.open("kitchen", periodFrames: 256, bufferFrames: 1_024)
          #expect(device.periodFrames == 256 && device.latencyFrames == 1_024)
          #expect(device.state == .idle)
        }
      }
    }
  }
#endif
