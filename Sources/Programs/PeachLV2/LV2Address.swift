/// What LV2 calls features and interfaces by; its headers put them together from pieces, which only
/// C reads.
package enum LV2Address {
  /// The feature that numbers addresses.
  package static let map = "http://lv2plug.in/ns/ext/urid#map"
  /// The feature of a thread for work.
  package static let schedule = "http://lv2plug.in/ns/ext/worker#schedule"
  /// The plug-in's side of it.
  package static let worker = "http://lv2plug.in/ns/ext/worker#interface"
  /// The plug-in's side of state.
  package static let state = "http://lv2plug.in/ns/ext/state#interface"
  /// The feature that moves paths with a session.
  package static let mapPath = "http://lv2plug.in/ns/ext/state#mapPath"
  /// The feature that frees such paths.
  package static let freePath = "http://lv2plug.in/ns/ext/state#freePath"
}
