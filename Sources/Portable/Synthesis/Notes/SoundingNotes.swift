import PeachInstrumentModel

/// A note of a key that is down or that a pedal holds.
package struct SoundingNote: BitwiseCopyable, Sendable {
  package var serial: UInt64
  package var channel: UInt8
  package var key: UInt8
  package var velocity: UInt8

  @inlinable
  @_noLocks @_noAllocation
  package init(serial: UInt64, channel: UInt8, key: UInt8, velocity: UInt8) {
    (self.serial, self.channel, self.key, self.velocity) = (serial, channel, key, velocity)
  }
}

/// The notes that sound, for live tuning.
extension Synthesizer {
  /// Copies the notes of keys that are down or held by a pedal, percussion excluded, in the order
  /// in which they began; the latest ones if there are more than `capacity`.
  ///
  /// - Returns: The number of notes.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func copySoundingNotes(
    to notes: UnsafeMutablePointer<SoundingNote>, capacity: Int
  ) -> Int {
    var count = 0
    for index in 0..<pool.capacity {
      let voice = pool.voices + index
      switch voice.pointee.state {
      case .held, .sustained: break
      case .free, .released: continue
      }
      if voice.pointee.noteID != 0 || voice.pointee.isStolen { continue }
      if channels[Int(voice.pointee.channel)].settings.isPercussion { continue }
      let serial = voice.pointee.noteOnSerial
      var position = count
      while position > 0 && notes[position &- 1].serial > serial { position &-= 1 }
      if position > 0 && notes[position &- 1].serial == serial { continue }
      if count == capacity {
        if position == 0 { continue }
        for other in 1..<position { notes[other &- 1] = notes[other] }
        position &-= 1
      } else {
        var other = count
        while other > position {
          notes[other] = notes[other &- 1]
          other &-= 1
        }
        count &+= 1
      }
      notes[position] = SoundingNote(
        serial: serial, channel: voice.pointee.channel, key: voice.pointee.key,
        velocity: voice.pointee.velocity)
    }
    return count
  }

  /// Sets the deviation of an active note, in addition to all tunings and bends, as
  /// ``SynthesizerEvent/tuneNote(channel:key:cents:)`` does before it starts.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func tuneActiveNote(_ note: SoundingNote, cents: Double) {
    setNoteTuning(channel: note.channel, key: note.key, cents: cents)
    for index in 0..<pool.capacity
    where pool.voices[index].noteOnSerial == note.serial
      && isActive(index, channel: note.channel) && pool.voices[index].noteID == 0
    {
      if Voice.overriding(.overridingKey, pool.values(of: index)) != nil { continue }
      let noteNumber = keyPitch(pool.voices[index].key, channel: Int(note.channel))
      if noteNumber.isNaN { continue }
      pool.endSegment(index)
      pool.voices[index].noteTuningCents = cents
      let all = cents + pool.voices[index].presetKeyCents
      pool.voices[index].noteNumber = all == 0 ? noteNumber : noteNumber + all * 0.01
    }
  }

  /// Sets the deviation of the latest note of a key that is down or held by a pedal, as
  /// ``tuneActiveNote(_:cents:)``. Percussion keeps its pitch.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func tuneLatestNote(channel: UInt8, key: UInt8, cents: Double) {
    guard hasChannel(channel), !channels[Int(channel)].settings.isPercussion else { return }
    var latest: UInt64?
    for index in 0..<pool.capacity
    where isActive(index, channel: channel) && pool.voices[index].key == key
      && pool.voices[index].noteID == 0
    {
      if case .released = pool.voices[index].state { continue }
      latest = max(latest ?? 0, pool.voices[index].noteOnSerial)
    }
    guard let latest else { return }
    tuneActiveNote(
      SoundingNote(serial: latest, channel: channel, key: key, velocity: 0), cents: cents)
  }

  /// Ends the deviations of notes that start.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func removeNoteTunings() {
    for channel in 0..<configuration.channelCount {
      for key in 0..<128 { channels[channel].tables.noteTunings[key] = 0 }
    }
  }

  /// Returns the deviation of a key from equal temperament by the base tuning and the host's
  /// scale, in cents.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func temperamentCents(ofKey key: UInt8) -> Double {
    let cents = Double(tunings.baseOffset(ofKey: Int(key & 127))) * 100
    return (cents.isNaN ? 0 : cents) + Double(host.pitchClassCents[Int(key) % 12])
  }

  /// Returns the General MIDI program of a channel.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func program(onChannel channel: UInt8) -> UInt8 {
    hasChannel(channel) ? channels[Int(channel)].settings.program : 0
  }
}
