// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of audio.h for file renderers.
import FluidSynthPOSIX
import PeachSynthesis

/// The object of a `fluid_file_renderer_t`.
final class FileRenderer {
  private let synth: Synth
  private let sink: AudioSink
  private let periodFrames: Int
  private let buffer: UnsafeMutablePointer<Float>

  init?(_ synth: Synth) {
    guard let sink = AudioSink(synth.settings, sampleRate: synth.sampleRate) else {
      return nil
    }
    self.synth = synth
    self.sink = sink
    periodFrames = Int(synth.settings.integer("audio.period-size"))
    buffer = .allocate(capacity: 2 * periodFrames)
    buffer.initialize(repeating: 0, count: 2 * periodFrames)
  }

  deinit { buffer.deallocate() }

  /// Renders and writes a period. Returns whether it could.
  func process() -> Bool {
    synth.render(buffer, buffer + periodFrames, count: periodFrames)
    return sink.write(buffer, buffer + periodFrames, count: periodFrames)
  }
}

/// Creates a renderer to the file of the settings.
@c public func new_fluid_file_renderer(_ synth: OpaquePointer?) -> OpaquePointer? {
  use(synth, Synth.self, or: nil) { FileRenderer($0).map { Handle.new($0) } }
}

/// Deletes a renderer, and completes its file.
@c public func delete_fluid_file_renderer(_ renderer: OpaquePointer?) {
  if let renderer { Handle.delete(renderer, as: FileRenderer.self) }
}

/// Renders a period of `audio.period-size` frames.
@c public func fluid_file_renderer_process_block(_ renderer: OpaquePointer?) -> Int32 {
  use(renderer, FileRenderer.self, or: Result.failed) {
    $0.process() ? Result.ok : Result.failed
  }
}

/// Refused: the quality of a lossy file is fixed when it is created.
@c public func fluid_file_set_encoding_quality(
  _ renderer: OpaquePointer?, _ quality: Double
) -> Int32 {
  Log.refuse(
    "fluid_file_set_encoding_quality", "the quality of a file is fixed when it is created")
}
