/// A header of an SFZ file, which groups the opcodes that follow it.
package enum SFZHeader: String, Hashable, Sendable, CaseIterable {
  /// Settings of the file, such as sample folder and initial controller values.
  case control
  /// Opcodes inherited by all regions that follow.
  case global
  /// Opcodes inherited by the groups up to the next master.
  case master
  /// Opcodes inherited by the regions up to the next group.
  case group
  /// A sample and its parameters.
  case region
  /// A curve for controllers.
  case curve
  /// An embedded sample.
  case sample
  /// An effect; unsupported.
  case effect
  /// A MIDI transformation; unsupported.
  case midi
}
