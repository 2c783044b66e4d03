/**
 * A Result as one self-contained page (`--html`, `hone view`), for every verdict and every engine: the source in the middle with what is
 * proved, violated and open beside it, invariants at their loops, the counterexample to step through with calls and memory, what is
 * assumed and not modelled exactly at its lines; the engine's pictures on a second tab. Nothing is loaded from elsewhere, all text of the
 * program is escaped, and the same result gives the same page. Without scripts the source and its notes are there all the same.
 */
import type { Snapshot } from "../../engines/engine.ts";
import type { Result } from "../result.ts";
import { analysisTab } from "./analysis.ts";
import { panels } from "./panels.ts";
import { SCRIPT } from "./script/index.ts";
import { sentenceOf } from "./sentence.ts";
import { type PageSource, sourceViews } from "./source-view.ts";
import { runOf } from "./stepped-run.ts";
import { STYLE } from "./style.ts";
import { escapeHtml, jsonInHtml } from "./text.ts";

export type { PageSource } from "./source-view.ts";

const TABS = `<button id="tab-program" role="tab" aria-selected="true" aria-controls="program">Program</button><button id="tab-analysis" role="tab" aria-selected="false" aria-controls="analysis">Analysis</button>`;

export function reportPage(result: Result, sources: readonly PageSource[], snapshots: readonly Snapshot[]): string {
  const title = `${result.file}: ${result.verdict.toUpperCase()}`;
  const analysis = snapshots.length > 0;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<noscript><style>.step[hidden], .notes-of[hidden], .tab[hidden] { display: block; } .tools { display: none; }</style></noscript>
</head>
<body>
<header>
<div class="verdict"><span class="badge ${result.verdict}">${result.verdict.toUpperCase()}</span><h1>${escapeHtml(result.file)}</h1></div>
<p class="sentence">${sentenceOf(result)}</p>
<div class="tools" role="tablist" aria-label="Views">${analysis ? TABS : ""}<button id="theme" title="Light or dark (t)" aria-label="Light or dark">&#9680;</button></div>
</header>
<main class="tab program" id="program"${analysis ? ' role="tabpanel" aria-labelledby="tab-program"' : ""}>
<section class="sources" aria-label="Source">
${sourceViews(result, sources)}
</section>
<aside class="panels">
${panels(result)}
</aside>
</main>
${analysis ? `<section class="tab analysis" id="analysis" role="tabpanel" aria-labelledby="tab-analysis" hidden>${analysisTab(snapshots)}</section>` : ""}
<script type="application/json" id="run">${jsonInHtml(runOf(result))}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
