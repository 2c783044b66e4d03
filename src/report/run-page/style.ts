/** The look of a run's page: light and dark after the reader's system; colours that stay apart for colour-blind readers. */
export const STYLE = `
:root { color-scheme: light dark; --page: #f7f7f5; --card: #fff; --ink: #1d2126; --soft: #68707a; --rule: #dcdee2; --accent: #0072b2;
  --ordinary: #fff; --loop: #e8f1fb; --error: #fdecea; --covered: #f0f0f0; --refined: #fff3d6; --refined-rule: #d08a00; --error-rule: #c8372d; --new: #00734f; }
@media (prefers-color-scheme: dark) { :root { --page: #15181c; --card: #1d2126; --ink: #e6e8ea; --soft: #98a1ab; --rule: #363c44; --accent: #56b4e9;
  --ordinary: #23282e; --loop: #1b2f42; --error: #45201f; --covered: #1c1f23; --refined: #43350f; --refined-rule: #e69f00; --error-rule: #f0766c; --new: #3fcf9b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.45 system-ui, sans-serif; }
code, pre, svg text, .mono { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
header { padding: 14px 20px 10px; background: var(--card); border-bottom: 1px solid var(--rule); }
h1 { font-size: 17px; margin: 0; display: inline; overflow-wrap: anywhere; } h2 { font-size: 13px; margin: 18px 0 6px; color: var(--soft); text-transform: uppercase; letter-spacing: .05em; }
.badge { display: inline-block; margin-right: 10px; padding: 2px 11px; border-radius: 20px; color: #fff; font-weight: 700; letter-spacing: .04em; }
.badge.safe { background: #00805a; } .badge.unsafe { background: #c8372d; } .badge.unknown { background: #7a6a00; }
.facts { color: var(--soft); margin-top: 4px; } .facts b { color: var(--ink); font-weight: 600; }
.board { display: grid; grid-template-columns: 230px minmax(0, 1fr) 300px; grid-template-rows: minmax(0, 1fr); height: calc(100vh - 92px); min-height: 420px; }
.side { overflow: auto; padding: 4px 14px 20px; background: var(--card); } .side.right { border-left: 1px solid var(--rule); } .side.left { border-right: 1px solid var(--rule); }
.steps { list-style: none; margin: 0; padding: 0; counter-reset: step; }
.steps button { all: unset; display: block; width: 100%; box-sizing: border-box; padding: 5px 8px; border-radius: 6px; cursor: pointer; overflow-wrap: anywhere; }
.steps button:hover { background: var(--page); } .steps button:focus-visible { outline: 2px solid var(--accent); } .steps button[aria-current="step"] { background: var(--loop); font-weight: 600; }
.stage { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
.bar { display: flex; gap: 8px; align-items: center; padding: 8px 14px; border-bottom: 1px solid var(--rule); }
.bar button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--rule); border-radius: 6px; padding: 3px 10px; cursor: pointer; }
.bar button:disabled { opacity: .4; cursor: default; } .bar .title { flex: 1; font-weight: 600; min-width: 0; overflow-wrap: anywhere; } .bar label { color: var(--soft); white-space: nowrap; }
.canvas { flex: 1; min-height: 0; overflow: auto; padding: 10px; } .canvas svg { display: block; margin: 0 auto; }
.step[hidden] { display: none; } .step { display: contents; }
.notes { margin: 0; padding-left: 18px; } .notes li { margin: 3px 0; overflow-wrap: anywhere; } .quiet { color: var(--soft); }
table { border-collapse: collapse; width: 100%; } td { padding: 2px 0; vertical-align: top; border-bottom: 1px solid var(--rule); } td:last-child { text-align: right; font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 4px 0; padding: 8px; background: var(--page); border-radius: 6px; font-size: 12px; }
details { margin: 6px 0; } summary { cursor: pointer; }
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
@media (max-width: 1000px) { .board { grid-template-columns: minmax(0, 1fr); grid-template-rows: none; height: auto; } .canvas { max-height: 75vh; } .side { border: none !important; } }
`;
