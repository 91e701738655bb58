#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Marks what runs on the audio thread for RealtimeSanitizer, which aborts the process at an
/// allocation, a lock or a system call there. Without the sanitizer, which `Scripts/sanitize`
/// preloads, it does nothing.
public enum RealtimeContext {
  private typealias Function = @convention(c) () -> Void

  private static let enterFunction = function("__rtsan_realtime_enter")
  private static let exitFunction = function("__rtsan_realtime_exit")

  /// Whether the sanitizer is loaded.
  public static let isChecked: Bool = {
    function("__rtsan_ensure_initialized")?()
    // Both are looked up before the first block.
    return enterFunction != nil && exitFunction != nil
  }()

  /// Enters the context of the audio thread.
  public static func enter() { if isChecked { enterFunction?() } }

  /// Exits the context of the audio thread.
  public static func exit() { if isChecked { exitFunction?() } }

  private static func function(_ name: String) -> Function? {
    dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: Function.self) }
  }
}
