#if canImport(AVFAudio)
  public import AVFAudio

  extension PullAudioDevice {
    /// The format of the node: stereo at ``sampleRate``.
    public var format: AVAudioFormat? {
      AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: 2)
    }

    /// Returns a node to attach to the app's engine. The device must exist as long as the node.
    /// `nil` if the system does not support the sample rate.
    public func makeSourceNode() -> AVAudioSourceNode? {
      guard let format else { return nil }
      let pointer = source.pointer
      return AVAudioSourceNode(format: format) { _, _, frameCount, output in
        renderSource(pointer, Int(frameCount), output) ? noErr : kAudioUnitErr_FormatNotSupported
      }
    }
  }
#endif
