// swift-format-ignore-file
// Stubs for the part of SwiftUI that Examples/PeachApp uses, as documented, so that the example
// compiles without the framework. They are never run.
@_exported public import Foundation
@_exported public import Observation
public import UniformTypeIdentifiers

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
public protocol Leaf: View where Body == Never {}
extension Leaf { public var body: Never { fatalError() } }
public struct EmptyView: Leaf { nonisolated public init() {} }
public struct TupleView<each Content: View>: Leaf { nonisolated init() {} }
public struct ConditionalContent<First: View, Second: View>: Leaf { nonisolated init() {} }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }
@resultBuilder public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> { TupleView() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> { .init() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { .init() }
}

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: Scene {}
@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  init()
}
extension App { public static func main() {} }

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
  public var projectedValue: Binding<Value> { fatalError() }
}
@dynamicMemberLookup @propertyWrapper public struct Binding<Value> {
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError() }
  public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
}
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) where Value: AnyObject & Observable {
    self.wrappedValue = wrappedValue
  }
  public var projectedValue: Bindable<Value> { self }
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError() }
}
public enum ScenePhase: Sendable { case background, inactive, active }
public struct EnvironmentValues { public var scenePhase: ScenePhase { .active } }
@propertyWrapper public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}

public struct Text: Leaf {
  @_disfavoredOverload public init<Content: StringProtocol>(_ content: Content) {}
  public init(_ key: String) {}
}
public struct Label: Leaf { public init(_ title: String, systemImage name: String) {} }
public struct ProgressView: Leaf {
  public init() {}
  public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0) {}
}
public struct ButtonRole: Sendable { public static let destructive = ButtonRole() }
public struct Button: Leaf {
  public init(_ title: String, action: @escaping @MainActor () -> Void) {}
  public init(_ title: String, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}
public struct Stepper: Leaf {
  public init<Value: Strideable>(
    _ title: String, value: Binding<Value>, in bounds: ClosedRange<Value>,
    step: Value.Stride = 1
  ) {}
}
public struct VStack<Content: View>: Leaf {
  public init(spacing: Double? = nil, @ViewBuilder content: () -> Content) {}
}
public struct HStack<Content: View>: Leaf {
  public init(spacing: Double? = nil, @ViewBuilder content: () -> Content) {}
}
public struct Form<Content: View>: Leaf { public init(@ViewBuilder content: () -> Content) {} }
public struct Section<Content: View>: Leaf {
  public init(_ title: String, @ViewBuilder content: () -> Content) {}
}
public struct TabView<Content: View>: Leaf { public init(@ViewBuilder content: () -> Content) {} }
public struct Picker<Selection: Hashable, Content: View>: Leaf {
  public init(
    _ title: String, selection: Binding<Selection>, @ViewBuilder content: () -> Content
  ) {}
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Leaf {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}
extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
public struct Font: Sendable { public static let title = Font() }
public struct KeyEquivalent: Sendable {
  public static let upArrow = KeyEquivalent()
  public static let downArrow = KeyEquivalent()
}
public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}
extension View {
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  public func alert<Actions: View, Message: View>(
    _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions,
    @ViewBuilder message: () -> Message
  ) -> some View { self }
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType],
    onCompletion: @escaping (Result<URL, any Error>) -> Void
  ) -> some View { self }
  public func padding() -> some View { self }
  public func font(_ font: Font?) -> some View { self }
  public func disabled(_ disabled: Bool) -> some View { self }
  public func tag<Value: Hashable>(_ tag: Value) -> some View { self }
  public func tabItem<Item: View>(@ViewBuilder _ label: () -> Item) -> some View { self }
  public func keyboardShortcut(
    _ key: KeyEquivalent, modifiers: EventModifiers
  ) -> some View { self }
  public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View { self }
  public func task<ID: Equatable>(
    id value: ID, _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View { self }
  public func onChange<Value: Equatable>(
    of value: Value, _ action: @escaping () -> Void
  ) -> some View { self }
}
