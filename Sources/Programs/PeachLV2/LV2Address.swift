/// The URIs of LV2 features and interfaces. The headers define them as macros that Swift cannot
/// import.
package enum LV2Address {
  /// The feature that maps URIs to integers.
  package static let map = "http://lv2plug.in/ns/ext/urid#map"
  /// The feature that schedules work on a non-real-time thread.
  package static let schedule = "http://lv2plug.in/ns/ext/worker#schedule"
  /// The plug-in's worker interface.
  package static let worker = "http://lv2plug.in/ns/ext/worker#interface"
  /// The plug-in's state interface.
  package static let state = "http://lv2plug.in/ns/ext/state#interface"
  /// The feature that makes paths relative to a session.
  package static let mapPath = "http://lv2plug.in/ns/ext/state#mapPath"
  /// The feature that frees mapped paths.
  package static let freePath = "http://lv2plug.in/ns/ext/state#freePath"
}
