import Testing

@Suite("What the rules for real-time code find")
struct RealtimeRulesTests {
  private func count(_ text: String, marked: Set<Substring> = ["render"]) -> Int {
    RealtimeRules.callbacks(path: "Sources/A/B.swift", text: text, marked: marked).count
  }

  @Test(
    "a callback is a function that is marked",
    arguments: [
      "AudioRenderer(context: a, render: ƒ)",
      "MIDIRenderer(\n  context: UnsafeMutableRawPointer(self.a),\n  render: ƒ))",
      "jack_set_process_callback(opened, ƒ, core.pointer)",
      "LV2_Descriptor(\n  connect_port: ƒ, activate: { a in },\n  run: ƒ)",
      "work_response: ƒ",
      "AVAudioSourceNode(format: format) { _, _, count, output in\n  ƒ(pointer, output)\n}",
      "var block: AUInternalRenderBlock {\n  let a = b\n  return { _, count in\n    C.ƒ(a)\n  }\n}",
      "var block: AUInternalRenderBlock {\n  return { _ in\n    let a = C.ƒ(b)\n  }\n}",
    ])
  func callbacks(text: String) {
    #expect(count(text.replacing("ƒ", with: "render")) == 0)
    #expect(count(text.replacing("ƒ", with: "other")) > 0)
  }

  @Test(
    "a closure cannot be marked",
    arguments: [
      "AudioRenderer(context: a) { context, left, right, count in\n  render(context)\n}",
      "MIDIRenderer(context: a, render: { _, _, _, _, _, _ in })",
      "LV2_Descriptor(\n  run: { handle, count in render(handle) })",
      "jack_set_process_callback(opened, { _, _ in 0 }, nil)",
    ])
  func closures(text: String) {
    #expect(count(text) == 1)
  }

  @Test("comments, tests and FluidSynth's interface, which locks, hand over what they like")
  func exempted() {
    let text = "AudioRenderer(context: a) { _, _, _, _ in }"
    #expect(count("/// " + text) == 0)
    for path in ["Tests/A.swift", "FluidSynth/Sources/FluidSynthC/A.swift"] {
      #expect(RealtimeRules.callbacks(path: path, text: text, marked: []).isEmpty)
    }
  }

  @Test("a function is marked before its declaration, with or without a condition")
  func marks() {
    let text = """
      #if REALTIME_CHECKED
        @_noLocks @_noAllocation
      #endif
      private func one(_ a: Int) {}
      @_noLocks @_noAllocation
      func two() {}
      @_noLocks @_noAllocation func three() {}
      @_noLocks
      func four() {}

      func five() {}
      @_noLocks @_noAllocation
      func six() {}
      func six() {}
      """
    #expect(RealtimeRules.markedFunctions(in: text) == ["one", "two", "three"])
  }
}
