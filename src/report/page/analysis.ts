/**
 * The engines' pictures: the tree or DAG at each refinement with its states, the refined nodes, the interpolants added and what
 * covers what; path by path where an engine has no refinements. A node's line leads to the program.
 */
import type { Snapshot } from "../../engines/engine.ts";
import { counted } from "../../util/counted.ts";
import { picture } from "./picture.ts";
import { escapeHtml } from "./text.ts";

// A page with more is too heavy for a browser, and nobody steps through it: the beginning and the end are kept.
const MOST_SNAPSHOTS = 160;
const MOST_NODES = 600;

export function analysisTab(snapshots: readonly Snapshot[]): string {
  const shown = thinned(snapshots).map(trimmed);
  const pictures = shown.map(
    (snapshot, at) => `<div class="step"${at === 0 ? "" : " hidden"}>${picture(snapshot, before(shown, at))}</div>`,
  );
  return `<nav class="side left" aria-label="Steps"><h2>Steps</h2>
${stepList(shown)}
<h2>Legend</h2>${LEGEND}
</nav>
<section class="stage">
<div class="bar"><button id="previous" title="Left arrow" aria-label="Picture before">&larr;</button><button id="next" title="Right arrow" aria-label="Next picture">&rarr;</button><span id="count" class="quiet"></span><span class="title"></span><label><input id="labels" type="checkbox" checked> edge labels</label><button id="smaller" title="-" aria-label="Smaller">&minus;</button><button id="fit" title="0">fit</button><button id="larger" title="+" aria-label="Larger">+</button></div>
<div class="canvas">${pictures.join("\n")}</div>
</section>
<aside class="side right">
<h2>What happened</h2>
${shown.map(notes).join("\n")}
<h2>Node</h2><div id="detail"><p class="quiet">Choose a node to see its whole state.</p></div>
</aside>`;
}

const LEGEND = `<p class="legend"><span><i class="refined"></i>refined</span><span><i class="loop"></i>loop head</span><span><i class="error"></i>error</span><span><i class="covered"></i>covered</span></p><p class="quiet">A dotted arc leads to the node that covers. Green lines were not in this node before. Keys: &larr; &rarr; step, + &minus; 0 zoom.</p>`;

/** The picture that a picture goes on from: the last one, if it is the same engine's. */
function before(shown: readonly Snapshot[], at: number): Snapshot | undefined {
  const last = shown[at - 1];
  return last?.engine === shown[at]?.engine ? last : undefined;
}

/** An engine's name stands at its first picture. */
function stepList(shown: readonly Snapshot[]): string {
  const items = shown.map(({ engine, title }, at) => {
    const isFirst = engine !== undefined && engine !== shown[at - 1]?.engine;
    const head = isFirst ? `<span class="engine">${escapeHtml(engine)}</span>` : "";
    return `<li>${head}<button>${escapeHtml(title)}</button></li>`;
  });
  return `<ol class="steps">${items.join("\n")}</ol>`;
}

function notes(snapshot: Snapshot, at: number): string {
  const items = snapshot.notes.map((note) => `<li class="mono">${escapeHtml(note)}</li>`);
  const body =
    items.length === 0 ? '<p class="quiet">Nothing to tell.</p>' : `<ul class="notes">${items.join("")}</ul>`;
  return `<div class="notes-of"${at === 0 ? "" : " hidden"}>${body}</div>`;
}

function thinned(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  if (snapshots.length <= MOST_SNAPSHOTS) return snapshots;
  const half = MOST_SNAPSHOTS / 2;
  const gap = {
    title: `… ${counted(snapshots.length - MOST_SNAPSHOTS, "step")} left out`,
    notes: [],
    nodes: [],
    edges: [],
  };
  return [...snapshots.slice(0, half), gap, ...snapshots.slice(-half)];
}

function trimmed(snapshot: Snapshot): Snapshot {
  if (snapshot.nodes.length <= MOST_NODES) return snapshot;
  const nodes = snapshot.nodes.slice(0, MOST_NODES);
  const note = `Drawn are the first ${MOST_NODES} of ${counted(snapshot.nodes.length, "node")}.`;
  return { ...snapshot, nodes, notes: [note, ...snapshot.notes] };
}
