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
#endif
