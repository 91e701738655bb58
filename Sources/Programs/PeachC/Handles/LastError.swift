import PeachPOSIX

/// The message of the last error on each thread.
enum LastError {
  /// The key of the thread's message, which the system frees when the thread ends.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { free($0) }
    return key
  }()

  private static let empty: StaticString = ""

  static func set(_ message: String) {
    free(pthread_getspecific(key))
    pthread_setspecific(key, strdup(message))
  }

  /// The message; valid until the next error on this thread.
  static var message: UnsafePointer<CChar>? {
    if let message = pthread_getspecific(key) {
      return UnsafePointer(message.assumingMemoryBound(to: CChar.self))
    }
    return cString(empty)
  }

  /// Returns a string of the program as a C string.
  static func cString(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
