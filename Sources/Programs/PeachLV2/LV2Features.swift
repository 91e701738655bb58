#if LV2
  import CLV2

  /// The features of a host, by URI.
  struct LV2Features: BitwiseCopyable {
    typealias List = UnsafePointer<UnsafePointer<LV2_Feature>?>

    private let list: List?

    init(_ list: List?) { self.list = list }

    /// Returns a feature's data; `nil` if the host does not have it.
    func data<Value>(_ name: String, as type: Value.Type) -> UnsafeMutablePointer<Value>? {
      guard var next = list else { return nil }
      while let feature = next.pointee {
        if String(cString: feature.pointee.URI) == name {
          return feature.pointee.data?.assumingMemoryBound(to: Value.self)
        }
        next += 1
      }
      return nil
    }
  }

  /// The URIs of LV2 features and interfaces, whose macros Swift cannot import.
  package enum LV2Address {
    package static let map = "http://lv2plug.in/ns/ext/urid#map"
    package static let schedule = "http://lv2plug.in/ns/ext/worker#schedule"
    package static let worker = "http://lv2plug.in/ns/ext/worker#interface"
    package static let state = "http://lv2plug.in/ns/ext/state#interface"
    /// The features that make paths relative to a session, and that free them.
    package static let mapPath = "http://lv2plug.in/ns/ext/state#mapPath"
    package static let freePath = "http://lv2plug.in/ns/ext/state#freePath"
  }
#endif
