extension ScalarPlan {
  var name: String {
    switch self {
    case .shared: "shared"
    case .text(let t): "text\(t.count)"
    case .constant: "const"
    case .dictionary(let e, let n, let i): "dict\(n)(\(e.name),\(i.name))"
    case .decimals(let s, let st, let i): "dec\(s)\(st)(\(i.name))"
    case .nearDecimals(let s, _, let i, let d): "near\(s)(\(i.name),\(d.name))"
    case .pattern(_, let f): "pat(\(f.map(\.name)))"
    case .hexadecimal(_, let f): "hex(\(f.map(\.name)))"
    case .mixed(let c, let p): "mixed(\(c.name),\(p.map(\.name)))"
    case .copy: "copy"
    }
  }
}
extension IntegerPlan {
  var name: String {
    switch self {
    case .constant: "c"
    case .planes(_, let w, _): "pl\(w)"
    case .packed(_, let w, _): "pk\(w)"
    case .delta(_, let p): "d.\(p.name)"
    case .dictionary(_, let n, let i): "D\(n).\(i.name)"
    case .runs(let n, let a, let b): "r\(n)(\(a.name),\(b.name))"
    }
  }
}
nonisolated(unsafe) var debugTrials: Bool = false
nonisolated(unsafe) var debugPlans: Bool = false
@_spi(Benchmarks) public func setDebug(_ trials: Bool, _ plans: Bool) { unsafe debugTrials = trials; unsafe debugPlans = plans }
