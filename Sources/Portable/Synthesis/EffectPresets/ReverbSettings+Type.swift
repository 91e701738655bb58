public import PeachMusicUnits

extension ReverbSettings {
  /// Creates the settings of a large hall, the default of General MIDI 2.
  @_noLocks @_noAllocation
  public init() {
    self.init(.largeHall)
  }

  /// Creates the settings of a reverb type. The types of General MIDI 2 have the times of CA-024.
  /// GS and XG specify no seconds: their types sound like the closest ones of General MIDI 2.
  @_noLocks @_noAllocation
  public init(_ type: ReverbType) {
    self.init(empty: ())
    switch type {
    case .smallRoom: setRoom(timeValue: 44, meters: 4.5, damping: 4_500, preDelay: 0.003)
    case .mediumRoom, .whiteRoom:
      setRoom(timeValue: 50, meters: 6.5, damping: 5_000, preDelay: 0.006)
    case .largeRoom, .stage1, .basement:
      setRoom(timeValue: 56, meters: 9, damping: 5_000, preDelay: 0.01)
    case .mediumHall, .stage2: setHall(timeValue: 64, meters: 14, damping: 4_500, preDelay: 0.015)
    case .largeHall, .tunnel, .canyon: setLargeHall()
    case .plate:
      setHall(timeValue: 50, meters: 12, damping: 8_000, preDelay: 0)
      earlyLevel = 0
    case .delay: setDelay(.delay, feedback: 40.0 / 127)
    case .panningDelay: setDelay(.panningDelay, feedback: 32.0 / 127)
    case .none:
      setLargeHall()
      level = -96
    }
  }

  /// Returns the reverb time for General MIDI 2's parameter 1, in seconds: e^((value − 40)·0.025).
  package static func seconds(timeValue: UInt8) -> Float {
    let exponent = (Double(timeValue & 127) - 40) * 0.025
    return Float(Exponential.exp2(exponent * 1.4426950408889634))
  }

  private mutating func setLargeHall() {
    setHall(timeValue: 64, meters: 16, damping: 4_000, preDelay: 0.022)
  }

  private mutating func setRoom(timeValue: UInt8, meters: Float, damping: Float, preDelay: Float) {
    setHall(timeValue: timeValue, meters: meters, damping: damping, preDelay: preDelay)
    earlyLevel = 0.5
  }

  private mutating func setHall(timeValue: UInt8, meters: Float, damping: Float, preDelay: Float) {
    seconds = Self.seconds(timeValue: timeValue)
    roomSizeMeters = meters
    dampingHertz = damping
    preDelaySeconds = preDelay
  }

  private mutating func setDelay(_ style: Style, feedback: Float) {
    self.style = style
    delaySeconds = 0.25
    self.feedback = feedback
    level = 0
  }
}
