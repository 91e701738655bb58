import PeachServices
import PeachTrainerUI

/// The phrases of reports, in English: those that programs read, too.
extension IntonationBadge {
  /// `exact`, `straight, within 0.3 cents`,
  /// `mean within 0.3 cents, varies by ±5.1 cents, later within 2.0 cents`.
  var phrase: String { TrainerTexts(.english).details(of: self) }
}

extension ToneVerdict {
  /// `several players`.
  var phrase: String { TrainerTexts(.english).name(of: self) }
}

extension AppliedTone {
  /// `straight tone`, `several players: as recorded`.
  var phrase: String {
    switch self {
    case .straight: "straight tone"
    case .glideRemoved: "decaying tone: glide removed"
    case .kept(.decaying): "decaying tone: as recorded"
    case .kept(let verdict): "\(verdict.phrase): as recorded"
    case .lessInTune: "less in tune when straightened: as recorded"
    case .recorded: "as recorded"
    }
  }
}
