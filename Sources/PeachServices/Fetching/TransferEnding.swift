/// How the transfer of a bank's file ended.
enum TransferEnding: Hashable, Sendable {
  /// The server has sent the whole response.
  case complete
  /// The server does not support ranges.
  case cannotResume
  case unreachable
  /// The response is longer than the pinned file.
  case tooLong
  /// `reason` is a phrase without a period.
  case failed(reason: String)
}
