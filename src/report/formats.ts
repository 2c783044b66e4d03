/**
 * The formats of `--format`: how Results and graphs are written, as far as a format has one for them. Results as text are
 * written one by one, while others are still verified (`text.ts`), with what the terminal can show.
 */

import { githubReport } from "./github.ts";
import type { GraphView } from "./graph/graph.ts";
import { graphDot, graphJson, graphText } from "./graph/print.ts";
import { type About, jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import type { Result } from "./result.ts";
import { sarifReport } from "./sarif.ts";
import { svCompReport } from "./sv-comp.ts";

export interface Format {
  readonly name: string;
  /** All Results of a run. */
  readonly results?: ((results: readonly Result[], about: About) => string) | "one by one";
  /** The graphs of the program of this name. */
  readonly graphs?: (name: string, views: readonly GraphView[]) => string;
}

export const TEXT: Format = {
  name: "text",
  results: "one by one",
  graphs: (_, views) => views.map(graphText).join("\n"),
};

/** What `--sv-comp` prints. */
export const SV_COMP: Format = { name: "sv-comp", results: svCompReport };

export const FORMATS: readonly Format[] = [
  TEXT,
  { name: "dot", graphs: (_, views) => graphDot(views) },
  { name: "json", results: jsonReport, graphs: graphJson },
  { name: "sarif", results: sarifReport },
  { name: "github", results: githubReport },
  { name: "junit", results: junitReport },
  SV_COMP,
];

export const RESULT_FORMATS: readonly Format[] = FORMATS.filter(({ results }) => results !== undefined);
export const GRAPH_FORMATS: readonly Format[] = FORMATS.filter(({ graphs }) => graphs !== undefined);
