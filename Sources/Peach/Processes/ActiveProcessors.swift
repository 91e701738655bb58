#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

package enum ActiveProcessors {
  /// The number of processors that this process may use, at least 1.
  package static var count: Int { max(ProcessInfo.processInfo.activeProcessorCount, 1) }
}
