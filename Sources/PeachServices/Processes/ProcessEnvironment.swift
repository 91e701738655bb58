#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum ProcessEnvironment {
  /// The environment variables of this process.
  static var variables: [String: String] { ProcessInfo.processInfo.environment }
}
