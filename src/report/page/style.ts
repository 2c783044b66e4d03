/**
 * The look of the page: light and dark after the reader's system or by the button; colours that stay apart for colour-blind readers, and
 * signs beside them. Narrow windows have one column.
 */
const LIGHT = `--page: #f6f6f4; --card: #fff; --ink: #1c2024; --soft: #646c76; --rule: #e2e3e6; --accent: #0b68a8; --hover: #eef0f2;
  --good: #00734f; --good-soft: #e4f4ed; --bad: #b92d23; --bad-soft: #fdecea; --open: #8a6400; --open-soft: #fdf3d8; --blue-soft: #e6f0fa; --current: #fff4c9;
  --ordinary: #fff; --loop: #e8f1fb; --error: #fdecea; --covered: #f0f0f0; --refined: #fff3d6; --refined-rule: #d08a00; --error-rule: #c8372d; --new: #00734f;
  --keyword: #7a3e9d; --string: #1f6f3f; --number: #9a4a00; --comment: #6d7680;`;
const DARK = `--page: #14171a; --card: #1b1f24; --ink: #e4e7ea; --soft: #98a1ab; --rule: #2f353c; --accent: #62b6ee; --hover: #262b31;
  --good: #43cf9c; --good-soft: #14342a; --bad: #f58078; --bad-soft: #431f1e; --open: #e9b44c; --open-soft: #3b2f10; --blue-soft: #17304a; --current: #4a3f12;
  --ordinary: #23282e; --loop: #1b2f42; --error: #45201f; --covered: #1c1f23; --refined: #43350f; --refined-rule: #e69f00; --error-rule: #f0766c; --new: #3fcf9b;
  --keyword: #cf9bf0; --string: #86d39a; --number: #f0b072; --comment: #87919c;`;

export const STYLE = `
:root { color-scheme: light; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { color-scheme: dark; ${DARK} } }
:root[data-theme="dark"] { color-scheme: dark; ${DARK} }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; } @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
code, pre, .code, .memory, .mono, svg text { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--rule); border-radius: 6px; padding: 3px 11px; cursor: pointer; }
button:hover { background: var(--hover); } button:disabled { opacity: .4; cursor: default; }
.quiet { color: var(--soft); }
header { position: sticky; top: 0; z-index: 2; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 20px; align-items: center; padding: 14px 24px; background: var(--card); border-bottom: 1px solid var(--rule); }
.verdict { display: flex; align-items: center; gap: 12px; min-width: 0; }
h1 { font-size: 17px; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
.badge { padding: 2px 12px; border-radius: 20px; color: #fff; font-weight: 700; font-size: 13px; letter-spacing: .05em; }
.badge.safe { background: #00734f; } .badge.unsafe { background: #b92d23; } .badge.unknown { background: #7d5c00; }
.sentence { grid-column: 1; margin: 4px 0 0; overflow-wrap: anywhere; } .sentence b { font-weight: 600; }
.tools { grid-column: 2; grid-row: 1; display: flex; gap: 6px; } .tools [aria-selected="true"] { border-color: var(--accent); color: var(--accent); font-weight: 600; }
.tab[hidden] { display: none; }
.program { display: grid; grid-template-columns: minmax(0, 1fr) 400px; gap: 20px; max-width: 1500px; margin: 0 auto; padding: 20px 24px; align-items: start; }
.sources { min-width: 0; } .view { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; overflow: auto; margin-bottom: 16px; container-type: inline-size; }
.caption { display: flex; flex-wrap: wrap; gap: 2px 20px; justify-content: space-between; align-items: baseline; padding: 8px 16px; border-bottom: 1px solid var(--rule); } .caption h2 { margin: 0; font-size: 13px; font-weight: 600; overflow-wrap: anywhere; } .legend-line { margin: 0; color: var(--soft); font-size: 12px; } .legend-line span { margin-left: 14px; } .missing { padding: 12px 16px; margin: 0; }
.code { border-collapse: collapse; width: 100%; font-size: 12.5px; line-height: 1.6; margin: 6px 0; }
.code td { padding: 0; vertical-align: top; } .code .at { width: 1%; min-width: 46px; padding: 0 10px 0 14px; text-align: right; color: var(--soft); user-select: none; font-variant-numeric: tabular-nums; }
.code .mark, .code td:nth-child(2) { width: 22px; min-width: 22px; text-align: center; font-weight: 700; cursor: default; } .mark.proved { color: var(--good); } .mark.violated { color: var(--bad); } .mark.open { color: var(--open); } .mark.unreached { opacity: .5; }
.code .text { white-space: pre; padding-right: 16px; tab-size: 4; }
.code .keyword { color: var(--keyword); } .code .string { color: var(--string); } .code .number { color: var(--number); } .code .comment, .code .directive { color: var(--comment); }
.code tr.visited .at { box-shadow: inset 3px 0 var(--rule); } .code tr.now td { background: var(--current); } .code tr.now .at { box-shadow: inset 3px 0 var(--open); color: var(--ink); }
.code tr { scroll-margin: 140px; } .code tr:target td { background: var(--blue-soft); }
.note td:last-child { padding: 3px 16px 3px 10px; white-space: normal; overflow-wrap: anywhere; font-family: system-ui, -apple-system, "Segoe UI", sans-serif; font-size: 13px; border-left: 3px solid var(--rule); }
.note div { position: sticky; left: 90px; max-width: min(900px, calc(100cqw - 120px)); } .note .label { font-weight: 600; margin-right: 4px; } .note code { font-size: 12px; } .note.invariant td:last-child { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12px; background: var(--good-soft); border-color: var(--good); } .note.invariant .label { color: var(--good); font-family: system-ui, sans-serif; }
.note.violated td:last-child { background: var(--bad-soft); border-color: var(--bad); } .note.violated .label { color: var(--bad); } .note.related td:last-child { background: var(--blue-soft); border-color: var(--accent); } .note.related .label { display: none; }
.note.assumed td:last-child, .note.approximated td:last-child, .note.diagnosed td:last-child { background: var(--open-soft); border-color: var(--open); } .note.assumed .label, .note.approximated .label, .note.diagnosed .label { color: var(--open); }
.panels { position: sticky; top: var(--below, 110px); max-height: calc(100vh - var(--below, 110px) - 16px); overflow: auto; }
.panel { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 12px 16px 14px; margin-bottom: 14px; }
.panel h2 { font-size: 13px; font-weight: 600; margin: 0 0 8px; } .panel h3 { font-size: 12px; font-weight: 600; color: var(--soft); margin: 14px 0 4px; } .panel p { margin: 4px 0; overflow-wrap: anywhere; }
.sentence code, .note code, .step-text code { background: var(--hover); border-radius: 4px; padding: 0 4px; font-size: 12px; overflow-wrap: anywhere; }
.stepper { display: flex; gap: 6px; align-items: center; } .stepper .quiet { margin-left: auto; font-variant-numeric: tabular-nums; }
.step-text { min-height: 66px; margin-top: 8px; } .step-text p { margin: 2px 0; } .step-text .fact { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12px; } .step-text .yes { color: var(--good); font-weight: 600; } .step-text .no { color: var(--bad); font-weight: 600; }
.stack { list-style: none; margin: 0; padding: 0; font-size: 13px; } .stack li { padding: 1px 0; } .stack li:last-child { font-weight: 600; }
.memory, .values { border-collapse: collapse; width: 100%; font-size: 12px; } .memory td, .values td { padding: 2px 6px 2px 0; vertical-align: top; overflow-wrap: anywhere; border-bottom: 1px solid var(--rule); } .memory tr:last-child td, .values tr:last-child td { border-bottom: none; }
.memory td:last-child, .values td:last-child { text-align: right; padding-right: 0; } .memory .owner td { color: var(--soft); font-family: system-ui, sans-serif; padding-top: 8px; text-align: left; border-bottom: none; } .memory .changed td { background: var(--current); } .values { font-size: 13px; } .values td:first-child { color: var(--soft); } .facts td:first-child { white-space: nowrap; padding-right: 16px; }
.attempts td { text-align: left !important; } .attempts td:first-child { white-space: nowrap; } .attempts .amount { text-align: right !important; white-space: nowrap; }
.list { margin: 6px 0 0; padding: 0; list-style: none; } .list li { padding: 3px 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 3px 0; padding: 6px 9px; background: var(--page); border-radius: 6px; font-size: 12px; }
details { margin-top: 8px; } summary { cursor: pointer; color: var(--soft); }
.analysis { display: grid; grid-template-columns: 230px minmax(0, 1fr) 300px; height: calc(100vh - 92px); min-height: 420px; }
.side { overflow: auto; padding: 4px 14px 20px; background: var(--card); } .side h2 { font-size: 13px; font-weight: 600; margin: 16px 0 6px; } .side.right { border-left: 1px solid var(--rule); } .side.left { border-right: 1px solid var(--rule); }
.steps { list-style: none; margin: 0; padding: 0; } .steps .engine { display: block; margin: 8px 8px 2px; font-weight: 600; } .steps button { display: block; width: 100%; text-align: left; border: none; background: none; padding: 5px 8px; overflow-wrap: anywhere; } .steps button:hover { background: var(--hover); } .steps button[aria-current="step"] { background: var(--loop); font-weight: 600; }
.stage { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
.bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 8px 14px; border-bottom: 1px solid var(--rule); } .bar .title { flex: 1; font-weight: 600; min-width: 0; overflow-wrap: anywhere; } .bar label { color: var(--soft); white-space: nowrap; }
.canvas { flex: 1; min-height: 0; overflow: auto; padding: 10px; } .canvas svg { display: block; margin: 0 auto; } .step[hidden] { display: none; } .step { display: contents; }
.notes { margin: 0; padding-left: 18px; } .notes li { margin: 3px 0; overflow-wrap: anywhere; font-size: 12px; }
svg text { font-size: 11px; fill: var(--ink); white-space: pre; } svg .head { font-size: 11px; fill: var(--soft); } svg .id { font-weight: 700; fill: var(--ink); } svg .label { font-size: 10px; fill: var(--soft); text-anchor: middle; paint-order: stroke; stroke: var(--page); stroke-width: 5px; stroke-linejoin: round; }
svg .state.new { fill: var(--new); font-weight: 700; } svg .state.more { fill: var(--soft); font-style: italic; }
.node { cursor: pointer; } .node rect { fill: var(--ordinary); stroke: var(--rule); stroke-width: 1.4; } .node.loop rect { fill: var(--loop); stroke: var(--accent); }
.node.error rect { fill: var(--error); stroke: var(--error-rule); } .node.covered rect { fill: var(--covered); stroke-dasharray: 4 3; stroke: var(--soft); } .node.covered text { fill: var(--soft); }
.node.refined rect { fill: var(--refined); stroke: var(--refined-rule); stroke-width: 3; } .node.added .id { fill: var(--new); }
.node:focus { outline: none; } .node:focus rect, .node.chosen rect { stroke-width: 3.4; } .node.ordinary:focus rect, .node.ordinary.chosen rect { stroke: var(--accent); }
.node.empty rect { fill: var(--page); } .node.empty text { fill: var(--soft); }
.edge path { fill: none; stroke: var(--soft); stroke-width: 1.2; } .edge .arrow { fill: var(--soft); stroke: none; }
.cover path { fill: none; stroke: var(--accent); stroke-width: 1.6; stroke-dasharray: 1 5; stroke-linecap: round; } .cover circle { fill: var(--accent); }
.no-labels .label { display: none; }
.legend span { display: inline-block; margin: 0 10px 4px 0; } .legend i { display: inline-block; width: 12px; height: 12px; border-radius: 3px; border: 2px solid var(--rule); margin-right: 5px; vertical-align: -1px; }
.legend .loop { background: var(--loop); border-color: var(--accent); } .legend .error { background: var(--error); border-color: var(--error-rule); } .legend .refined { background: var(--refined); border-color: var(--refined-rule); } .legend .covered { background: var(--covered); border-style: dashed; }
@media (max-width: 1000px) { header { position: static; grid-template-columns: minmax(0, 1fr); padding: 12px 14px; } .tools { grid-column: 1; grid-row: auto; margin-top: 8px; } .program { grid-template-columns: minmax(0, 1fr); padding: 12px; gap: 12px; }
  .program { display: flex; flex-direction: column; align-items: stretch; } .panels { display: contents; } .panel { order: -1; margin: 0; } .panel.about { order: 1; } .view { margin: 0; } .analysis { grid-template-columns: minmax(0, 1fr); height: auto; } .canvas { max-height: 75vh; } .side { border: none !important; } }
@media print { .tools, .stepper { display: none; } .panels { position: static; max-height: none; } }
`;
