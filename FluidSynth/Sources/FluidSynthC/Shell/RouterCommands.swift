/// The commands for the MIDI router.
extension CommandHandler {
  static var routerCommands: [String: Command] {
    [
      "router_default": Command(
        group: "router", help: "router_default              Restore the default rules"
      ) { call in
        call.handler.router?.setDefaultRules()
        return call.handler.router == nil ? Result.failed : Result.ok
      },
      "router_clear": Command(
        group: "router", help: "router_clear                Remove all rules"
      ) { call in
        call.handler.router?.clearRules()
        return call.handler.router == nil ? Result.failed : Result.ok
      },
      "router_begin": Command(
        group: "router", help: "router_begin note|cc|prog|pbend|cpress|kpress  Begin a rule"
      ) { call in
        let types = ["note", "cc", "prog", "pbend", "cpress", "kpress"]
        guard let type = call.arguments.first.flatMap({ types.firstIndex(of: $0) }) else {
          return nil
        }
        call.handler.rule = (RouterRule(), type)
        return Result.ok
      },
      "router_chan": Command(
        group: "router", help: "router_chan min max mul add  Set the channels of the rule"
      ) { call in
        range(call) { call.handler.rule?.rule.channels = $0 }
      },
      "router_par1": Command(
        group: "router", help: "router_par1 min max mul add  Set the first parameter"
      ) { call in
        range(call) { call.handler.rule?.rule.parameter1 = $0 }
      },
      "router_par2": Command(
        group: "router", help: "router_par2 min max mul add  Set the second parameter"
      ) { call in
        range(call) { call.handler.rule?.rule.parameter2 = $0 }
      },
      "router_end": Command(
        group: "router", help: "router_end                  Add the rule"
      ) { call in
        guard let router = call.handler.router, let rule = call.handler.rule else {
          return Result.failed
        }
        router.add(rule.rule, type: rule.type)
        call.handler.rule = nil
        return Result.ok
      },
    ]
  }

  private static func range(_ call: Call, _ body: (RouterRule.Range) -> Void) -> Int32? {
    guard let low = call.integer(0), let high = call.integer(1), let factor = call.number(2),
      let offset = call.integer(3)
    else { return nil }
    guard call.handler.rule != nil else { return Result.failed }
    body(RouterRule.Range(low: low, high: high, factor: Float(factor), offset: offset))
    return Result.ok
  }
}
