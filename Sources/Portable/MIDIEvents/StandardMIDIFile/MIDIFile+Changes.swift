/// Changed copies of a song.
extension MIDIFile {
  /// Has players and renderers play a channel with one preset, whatever the song selects on it. A
  /// drum channel remains one, and needs a kit.
  ///
  /// ```swift
  /// file.setPreset(bank: 0, program: 42, ofChannel: 2)  // Channel 3: the cello
  /// let player = try SongPlayer(file, bank: bank, decoder: decoder)
  /// ```
  ///
  /// - Parameters:
  ///   - bank: The bank; 128 is the percussion bank of SoundFont files.
  ///   - program: The program; its lowest seven bits count.
  ///   - channel: The channel, plus 16 for each port before its own.
  public mutating func setPreset(bank: UInt16, program: UInt8, ofChannel channel: UInt8) {
    presetNumbers[Int(channel)] = Int(bank) << 7 | Int(program & 127)
  }

  /// Has a channel play what the song selects again.
  public mutating func removePreset(ofChannel channel: UInt8) {
    presetNumbers[Int(channel)] = -1
  }

  /// Returns the preset that a channel plays instead of what the song selects; `nil` for none.
  public func preset(ofChannel channel: UInt8) -> (bank: UInt16, program: UInt8)? {
    let number = presetNumbers[Int(channel)]
    return number < 0 ? nil : (UInt16(number >> 7), UInt8(number & 127))
  }

  /// Returns the song with warnings about the file that it comes from, before its own.
  package func adding(_ warnings: [MIDIFileWarning]) -> MIDIFile {
    if warnings.isEmpty { return self }
    var list = MIDIFileWarningList()
    for warning in warnings { list.add(warning) }
    return MIDIFile(
      self, tracks: tracks, portMap: portMap, bytes: bytes, warnings: list.all + self.warnings,
      format: format)
  }

  /// Events of a track that become a track of their own.
  package struct TrackPart: Sendable {
    /// The index of the track.
    package var track: Int
    /// The events; their ticks are those of the new song.
    package var events: [Event] = []
    /// For each event the index of the one in the track whose port it has.
    package var sources: [Int] = []
    package var endTick: Int64 = 0

    package init(track: Int) { self.track = track }

    package mutating func append(_ event: Event, source: Int) {
      events.append(event)
      sources.append(source)
    }
  }

  /// Returns a song of parts of the tracks of this one, which play simultaneously.
  package func rearranged(_ parts: [TrackPart]) -> MIDIFile {
    MIDIFile(
      self, tracks: parts.map { Track(events: $0.events, endTick: $0.endTick) },
      portMap: MIDIPortMap(parts, of: portMap), bytes: bytes, warnings: warnings,
      format: .simultaneousTracks)
  }

  /// Returns the song with other title and artist, in UTF-8.
  ///
  /// - Parameter text: Returns the text of an RMID file's information; `nil` to keep it.
  package func replacingInformation(_ text: (ByteRange) -> [UInt8]?) -> MIDIFile {
    var file = self
    func replaced(_ range: ByteRange?) -> ByteRange? {
      guard let range, let new = text(range) else { return range }
      file.bytes += new
      return ByteRange(offset: file.bytes.count - new.count, count: new.count)
    }
    let (title, artist) = (replaced(information.title), replaced(information.artist))
    (file.information.title, file.information.artist) = (title, artist)
    return file
  }

  /// Returns the song with other texts, in UTF-8.
  ///
  /// - Parameter text: Returns the text of a meta-event; `nil` to keep it.
  package func replacingTexts(_ text: (ByteRange) -> [UInt8]?) -> MIDIFile {
    var bytes = bytes
    var isChanged = false
    let changed = tracks.map { track in
      Track(
        events: track.events.map { event in
          guard case .meta(.text(let kind, let range)) = event.content, let new = text(range) else {
            return event
          }
          var event = event
          event.content = .meta(
            .text(kind, ByteRange(offset: bytes.count, count: new.count)))
          bytes += new
          isChanged = true
          return event
        }, endTick: track.endTick)
    }
    if !isChanged { return self }
    return MIDIFile(
      self, tracks: changed, portMap: MIDIPortMap(changed, bytes: bytes), bytes: bytes,
      warnings: warnings, format: format)
  }
}
