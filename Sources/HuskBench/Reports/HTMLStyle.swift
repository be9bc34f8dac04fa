// SPDX-License-Identifier: Apache-2.0

/// How pages look, in light and dark.
enum HTMLStyle {
  /// The style sheet.
  ///
  /// Families of methods differ in lightness as well as in hue.
  static let text = """
    :root {
      --page: #fdfdfb; --ink: #1c1f24; --quiet: #5b626d; --rule: #d9dce1; --band: #f2f3f1;
      --husk: #b3470a; --general: #2f6db5; --peers: #4d7f2e; --external: #7b4fa3; --none: #8a9099;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #15181d; --ink: #e8eaee; --quiet: #a3abb7; --rule: #363c46; --band: #1d2128;
        --husk: #ff9b52; --general: #74b0f4; --peers: #9bce72; --external: #c9a2ee; --none: #79818c;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 1.5rem; max-width: 88rem; background: var(--page); color: var(--ink);
      font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif;
    }
    h1, h2, h3 { line-height: 1.2; }
    h2 { margin-top: 3rem; border-bottom: 1px solid var(--rule); padding-bottom: .3rem;
         overflow-wrap: anywhere; }
    h3 { margin: 2rem 0 .6rem; font-size: 1.05rem; }
    header p { max-width: 46rem; }
    a { color: var(--general); }
    nav ul, .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; }
    .swatch { display: inline-block; width: .8em; height: .8em; margin-right: .45em;
              border-radius: 2px; }
    .pair { display: grid; gap: 1rem 2.5rem; grid-template-columns: minmax(0, 1fr);
            align-items: start; }
    @media (min-width: 72rem) {
      .pair { grid-template-columns: minmax(0, 6fr) minmax(0, 5fr); }
    }
    figure { margin: 0; }
    svg { display: block; width: 100%; height: auto; margin-bottom: 1rem;
          font: 12px ui-monospace, "DejaVu Sans Mono", monospace; }
    svg text { fill: var(--ink); }
    svg text.quiet { fill: var(--quiet); }
    .grid { stroke: var(--rule); stroke-width: 1; }
    .axis { stroke: var(--quiet); stroke-width: 1; }
    .line { fill: none; stroke-width: 2; }
    .dash-1 { stroke-dasharray: 7 3; } .dash-2 { stroke-dasharray: 2 3; }
    .dash-3 { stroke-dasharray: 9 3 2 3; }
    .husk { fill: var(--husk); stroke: var(--husk); }
    .general { fill: var(--general); stroke: var(--general); }
    .peers { fill: var(--peers); stroke: var(--peers); }
    .external { fill: var(--external); stroke: var(--external); }
    .none { fill: var(--none); stroke: var(--none); }
    polyline.line.husk, polyline.line.general, polyline.line.peers, polyline.line.external { fill: none; }
    rect { stroke: none !important; }
    circle.dot { stroke: var(--page); stroke-width: 1; }
    svg text.name { stroke: none; }
    svg text.name.husk { fill: var(--husk); font-weight: bold; }
    svg text.name.general { fill: var(--general); }
    svg text.name.peers { fill: var(--peers); }
    svg text.name.external { fill: var(--external); }
    .swatch.husk { background: var(--husk); } .swatch.general { background: var(--general); }
    .swatch.peers { background: var(--peers); } .swatch.external { background: var(--external); }
    .swatch.none { background: var(--none); }
    .table { overflow: auto; max-height: 40rem; }
    .table:focus-visible { outline: 2px solid var(--general); }
    table { border-collapse: collapse; font-size: .8rem; font-variant-numeric: tabular-nums; }
    caption { text-align: left; color: var(--quiet); padding-bottom: .3rem; }
    th, td { padding: .16rem .42rem; text-align: right; white-space: nowrap; }
    th:first-child { text-align: left; padding-left: .3rem; }
    thead th { position: sticky; top: 0; background: var(--page); border-bottom: 1px solid var(--rule);
               vertical-align: bottom; }
    tbody th { font-weight: normal; }
    tbody tr:nth-child(odd) { background: var(--band); }
    .note, footer { color: var(--quiet); font-size: .85rem; }
    """
}
