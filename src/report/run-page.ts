/**
 * A run as one self-contained page (`--html`): the tree or DAG after each refinement with its states, the refined node,
 * the interpolants added and what covers what, beside the verdict, its invariants or counterexample and the statistics.
 * Nothing is loaded from elsewhere; the same run gives the same page. Without scripts all pictures stand in a row.
 */
import type { Snapshot } from "../engines/engine.ts";
import type { Result } from "./result.ts";
import { picture } from "./run-page/picture.ts";
import { SCRIPT } from "./run-page/script.ts";
import { STYLE } from "./run-page/style.ts";
import { escapeHtml } from "./run-page/text.ts";

// A page with more is too heavy for a browser, and nobody steps through it: the beginning and the end are kept.
const MOST_SNAPSHOTS = 160;
const MOST_NODES = 600;
const SHOWN_STEPS = 200;

export function runPage(result: Result, snapshots: readonly Snapshot[]): string {
  const shown = thinned(snapshots).map(trimmed);
  const pictures = shown.map(
    (snapshot, at) => `<div class="step"${at === 0 ? "" : " hidden"}>${picture(snapshot, shown[at - 1])}</div>`,
  );
  const title = `${result.file}: ${result.verdict.toUpperCase()}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<noscript><style>.step[hidden], .notes-of[hidden] { display: block; }</style></noscript>
</head>
<body>
${head(result, snapshots.length)}
<main class="board">
<nav class="side left" aria-label="Steps"><h2>Steps</h2>
${stepList(shown)}
<h2>Legend</h2>${LEGEND}
</nav>
<section class="stage">
<div class="bar"><button id="previous" title="Left arrow">&larr;</button><button id="next" title="Right arrow">&rarr;</button><span id="count" class="quiet"></span><span class="title"></span><label><input id="labels" type="checkbox" checked> edge labels</label><button id="smaller" title="-">&minus;</button><button id="fit" title="0">fit</button><button id="larger" title="+">+</button></div>
<div class="canvas">${pictures.join("\n") || '<p class="quiet">The engine took no pictures.</p>'}</div>
</section>
<aside class="side right">
<h2>What happened</h2>
${shown.map(notes).join("\n")}
<h2>Node</h2><div id="detail"><p class="quiet">Choose a node to see its whole state.</p></div>
${findings(result)}
<h2>Statistics</h2>
${statistics(result)}
</aside>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const LEGEND = `<p class="legend"><span><i class="refined"></i>refined</span><span><i class="loop"></i>loop head</span><span><i class="error"></i>error</span><span><i class="covered"></i>covered</span></p><p class="quiet">A dotted arc leads to the node that covers. Green lines were not in this node before. Keys: &larr; &rarr; step, + &minus; 0 zoom.</p>`;

function head(result: Result, pictures: number): string {
  const { refinements, states } = result.statistics;
  const facts = [
    ["property", result.properties.join(", ")],
    ["engine", result.engine],
    ["domain", result.domain],
    ["refinements", refinements],
    ["states", states],
    ["time", `${((result.statistics["wallMs"] ?? 0) / 1000).toFixed(2)} s`],
    ["pictures", pictures],
  ]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} <b>${escapeHtml(String(value))}</b>`);
  const why = result.reason === undefined ? "" : `<div class="facts">${escapeHtml(result.reason)}</div>`;
  return `<header><span class="badge ${result.verdict}">${result.verdict.toUpperCase()}</span><h1>${escapeHtml(result.file)}</h1><div class="facts">${facts.join(" &middot; ")}</div>${why}</header>`;
}

function stepList(shown: readonly Snapshot[]): string {
  const items = shown.map((snapshot) => `<li><button>${escapeHtml(snapshot.title)}</button></li>`);
  return `<ol class="steps">${items.join("\n")}</ol>`;
}

function notes(snapshot: Snapshot, at: number): string {
  const items = snapshot.notes.map((note) => `<li class="mono">${escapeHtml(note)}</li>`);
  const body =
    items.length === 0 ? '<p class="quiet">Nothing to tell.</p>' : `<ul class="notes">${items.join("")}</ul>`;
  return `<div class="notes-of"${at === 0 ? "" : " hidden"}>${body}</div>`;
}

/** Invariants of a proof, or the way to the error. */
function findings({ invariants, violation, counterexample }: Result): string {
  const parts: string[] = [];
  if (violation !== undefined)
    parts.push(`<h2>Violation</h2><p>line ${violation.line}: ${escapeHtml(violation.message)}</p>`);
  if (counterexample !== undefined) {
    const steps = counterexample.steps.slice(-SHOWN_STEPS).map(({ line, assignments }) => {
      const values = assignments.map(({ name, value }) => `${name} = ${value}`).join(", ");
      return `line ${line}${values === "" ? "" : `: ${values}`}`;
    });
    parts.push(
      `<details><summary>Trace, ${counterexample.steps.length} steps</summary><pre>${escapeHtml(steps.join("\n"))}</pre></details>`,
    );
  }
  if (invariants.length > 0) {
    const items = invariants.map(
      (one) =>
        `<p class="quiet">line ${one.line}, ${escapeHtml(one.function)}</p><pre>${escapeHtml(one.expression)}</pre>`,
    );
    parts.push(`<h2>Invariants</h2>${items.join("\n")}`);
  }
  return parts.join("\n");
}

function statistics(result: Result): string {
  const rows = Object.entries(result.statistics).map(
    ([name, value]) => `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(String(value))}</td></tr>`,
  );
  return `<table>${rows.join("\n")}</table>`;
}

function thinned(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  if (snapshots.length <= MOST_SNAPSHOTS) return snapshots;
  const half = MOST_SNAPSHOTS / 2;
  const gap = { title: `… ${snapshots.length - MOST_SNAPSHOTS} steps left out`, notes: [], nodes: [], edges: [] };
  return [...snapshots.slice(0, half), gap, ...snapshots.slice(-half)];
}

function trimmed(snapshot: Snapshot): Snapshot {
  if (snapshot.nodes.length <= MOST_NODES) return snapshot;
  const nodes = snapshot.nodes.slice(0, MOST_NODES);
  const note = `Drawn are the first ${MOST_NODES} of ${snapshot.nodes.length} nodes.`;
  return { ...snapshot, nodes, notes: [note, ...snapshot.notes] };
}
