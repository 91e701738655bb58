import CJACKProbe
import Foundation
import PeachAudioOutput
import TestEnvironment
import Testing

@Suite(
  "JACK audio and MIDI", .serialized,
  .enabled(if: JACKClient.isAvailable, "Built without the trait JACK."),
  .enabled(if: JACKServer.isInstalled, "jackd is not installed."))
struct JACKClientTests {
  #if JACK
    /// Maps each message to audio: its second byte to the left channel, its third to the right.
    private static let marker = MIDIRenderer(context: .allocate(byteCount: 1, alignment: 1)) {
      _, left, right, frameCount, events, eventCount in
      for frame in 0..<frameCount {
        left[frame] = 0
        right[frame] = 0
      }
      let events = events.assumingMemoryBound(to: MIDIRenderer.Event.self)
      for index in 0..<eventCount where events[index].byteCount == 3 {
        left[events[index].frame] = Float(events[index].bytes[1]) / 128
        right[events[index].frame] = Float(events[index].bytes[2]) / 128
      }
    }

    private let server = JACKServer()

    /// Returns a client once the server has started.
    private func client() throws -> JACKClient {
      for _ in 0..<400 {
        if let client = try? JACKClient(name: "peach") { return client }
        Thread.sleep(forTimeInterval: 0.025)
      }
      return try JACKClient(name: "peach")
    }

    @Test("MIDI at known frames sounds at those frames")
    func exactFrames() throws {
      try server.start()
      let client = try client()
      #expect(client.name == "peach" && client.sampleRate == 48_000 && client.blockFrames == 256)
      try client.start(Self.marker)
      let seconds = 3
      let probe = try #require(peach_probe_open(UInt32(seconds * 48_000)))
      defer { peach_probe_close(probe) }
      try client.connect("probe-out:midi", to: client.midiPortName)
      try client.connect("probe-out:midi", to: client.midiPortName)
      for (port, input) in zip(client.audioPortNames, ["left", "right"]) {
        try client.connect(port, to: "probe-in:\(input)")
        // The server publishes a connection after it has confirmed it.
        for _ in 0..<400 where client.connections(of: port) == [] {
          Thread.sleep(forTimeInterval: 0.025)
        }
        #expect(client.connections(of: port) == ["probe-in:\(input)"])
      }
      #expect(client.ports(.midiOutput).contains { $0.name == "probe-out:midi" })
      let probed = JACKPort(name: "probe-in:left", isPhysical: false)
      #expect(client.ports(.audioInput).contains(probed))
      #expect(
        client.ports(.audioInput).contains { $0.name == "system:playback_1" && $0.isPhysical })

      var random = RandomNumbers(seed: 11)
      var frames: [UInt32] = []
      var next: UInt32 = 0
      while next < UInt32(seconds * 48_000) - 1 {
        frames.append(next)
        let index = frames.count
        peach_probe_add(probe, next, 0x90, UInt8(index % 127) + 1, UInt8(index % 61) + 1)
        next += UInt32(random.whole(1...700))
      }
      peach_probe_run(probe)
      var expected = [[Float]](repeating: Array(repeating: 0, count: seconds * 48_000), count: 2)
      var sentCount = 0
      for (index, frame) in frames.enumerated() where peach_probe_was_sent(probe, UInt32(index)) {
        sentCount += 1
        expected[0][Int(frame)] = Float((index + 1) % 127 + 1) / 128
        expected[1][Int(frame)] = Float((index + 1) % 61 + 1) / 128
      }
      // A busy server skips blocks with their messages.
      #expect(sentCount > frames.count / 2)
      for channel in 0..<2 {
        let recorded = peach_probe_recorded(probe, Int32(channel))
        let wrong = expected[channel].indices.filter { recorded[$0] != expected[channel][$0] }
        #expect(wrong.isEmpty, "first wrong at \(wrong.first ?? 0) of \(wrong.count)")
      }
      print("JACK: \(sentCount) of \(frames.count) messages sent, each heard at its frame")

      try client.disconnect("probe-out:midi", from: client.midiPortName)
      // The server updates its graph asynchronously.
      for _ in 0..<500 where !client.connections(of: client.midiPortName).isEmpty {
        usleep(10_000)
      }
      #expect(client.connections(of: client.midiPortName).isEmpty)
      #expect(
        throws: JACKError.refused(call: "jack_connect", about: "no:port to \(client.midiPortName)")
      ) {
        try client.connect("no:port", to: client.midiPortName)
      }
      client.stop()
      #expect(client.connections(of: client.audioPortNames[0]).isEmpty && client.failure == nil)
    }

    /// Checks that a client detects the end of its server. The client must end before a new server
    /// starts.
    private func outlive(_ server: JACKServer) throws {
      let client = try client()
      try client.start(Self.marker)
      #expect(client.failure == nil)
      server.stop()
      for _ in 0..<400 where client.failure == nil { Thread.sleep(forTimeInterval: 0.025) }
      guard case .serverGone = client.failure else {
        Issue.record("the client does not know that the server is gone")
        return
      }
    }

    @Test("A missing server is an error; a client reports the end of its server and can reconnect")
    func serverGone() throws {
      #expect(throws: JACKError.noServer) { try JACKClient(name: "peach") }
      #expect(throws: JACKError.noServer) { try JACKDevice(name: "peach", isConnected: false) }
      #expect("\(JACKError.noServer)" == "No JACK server is running. Start one, or use ALSA.")
      try server.start()
      try outlive(server)
      #expect(throws: JACKError.noServer) { try JACKClient(name: "peach") }
      try server.start()
      let second = try client()
      try second.start(Self.marker)
      #expect(second.failure == nil && second.sampleRate == 48_000)
    }
  #endif
}

@Suite("Builds without JACK")
struct NoJACKTests {
  @Test("The error names a remedy", .enabled(if: !JACKClient.isAvailable, "this build has it"))
  func notBuilt() {
    #expect(throws: JACKError.notBuilt) { try JACKClient(name: "peach") }
    #expect(throws: JACKError.notBuilt) { try JACKDevice(name: "peach") }
    #expect("\(JACKError.notBuilt)".contains("traits: [\"JACK\"]"))
  }
}
