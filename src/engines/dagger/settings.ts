/**
 * What the presets differ in: the columns of the paper's Table 1, and `dagger`, which is ours. What bears the paper's name has
 * nothing that the paper does not have; every extra of ours is a setting here, so that it can be seen that it is off.
 */
import type { ExtraOf } from "../extras.ts";
import type { Splitting } from "./alternatives.ts";

export interface Settings {
  /** Fig. 2, section 3, or the iterations over sets of the earlier tool (gr06.ts), which knows no interpolants. */
  readonly exploration: "tree" | "dag" | "sets";
  /** How an imprecise widening is refined: by interpolants (section 2) or to the join, as in GR06. */
  readonly refinement: "interpolate" | "join";
  /** The operator at the end of section 4, or the domain's own widening up to the interpolants. */
  readonly widening: "simple" | "domain";
  /**
   * Are error preimages kept at refinement points (section 4, "Caching error states")? bounds: a widening that meets one is
   * bounded at once. errors: besides, a node that meets one is an error already, and nothing behind it is explored.
   */
  readonly cache: "none" | "bounds" | "errors";
  /** Which merge nodes refinement splits: as soon as one predecessor has no error left (section 3), or only when no way in has. */
  readonly splitting: "eager" | "lazy";
  /** Emptiness of an intersection over the rationals, as in the paper, or with a look at the integers. */
  readonly arithmetic: "rationals" | "integers";
  /** Which interpolants: the paper's, or Farkas' among them. */
  readonly interpolants: "paper" | "farkas";
  /** What is split into parallel edges. */
  readonly cases: Splitting;
  /** Are the loops of counterexamples closed by acceleration (path-program.ts)? Ours. */
  readonly loops: "unrolled" | "closed";
  /** Which variables an edge forgets when nobody reads them afterwards: all, or only those that no program declares. */
  readonly forgetting: "all" | "temporaries";
  /** Whether the program is sliced to what can matter to the property. */
  readonly slicing: "on" | "off";
}

const PAPER: Settings = {
  exploration: "tree",
  refinement: "interpolate",
  widening: "simple",
  cache: "none",
  splitting: "eager",
  arithmetic: "rationals",
  interpolants: "paper",
  cases: "conditions",
  loops: "unrolled",
  forgetting: "temporaries",
  slicing: "off",
};

/** The paper's DAGGER. */
const PAPER_DAGGER: Settings = { ...PAPER, exploration: "dag", cache: "errors" };

/** A setting in which `dagger` differs from it. */
function extra(setting: keyof Settings, name: string, summary: string): ExtraOf<Settings> {
  return { name, summary, off: (settings) => ({ ...settings, [setting]: PAPER_DAGGER[setting] }) };
}

/** What `dagger` has beyond the paper: all settings that differ. */
const EXTRAS: readonly ExtraOf<Settings>[] = [
  extra("slicing", "slicing", "the program is sliced to what can matter to the property"),
  extra("forgetting", "liveness", "variables that nobody reads any more are forgotten"),
  extra("widening", "widening", "the domain's own widening, up to the interpolants"),
  extra("cache", "bounding", "cached errors bound widenings and are no errors themselves"),
  extra("splitting", "late-splits", "a merge node is split only when all ways in are spurious"),
  extra("arithmetic", "integers", "emptiness over the integers"),
  extra("interpolants", "farkas", "Farkas interpolants"),
  extra("cases", "cases", "disequalities, wraps and signs of dividends by cases"),
  extra("loops", "path-programs", "the loops of counterexamples are closed by acceleration"),
];

/** The configurations, in the order of the help. */
export const CONFIGURATIONS: readonly {
  readonly name: string;
  readonly summary: string;
  readonly settings: Settings;
  readonly extras?: readonly ExtraOf<Settings>[];
}[] = [
  {
    name: "dagger",
    summary: "DAG exploration, interpolated widening, cached error preimages, and what the paper does not have",
    settings: {
      ...PAPER,
      exploration: "dag",
      widening: "domain",
      cache: "bounds",
      splitting: "lazy",
      arithmetic: "integers",
      interpolants: "farkas",
      cases: "all",
      loops: "closed",
      forgetting: "all",
      slicing: "on",
    },
    extras: EXTRAS,
  },
  {
    name: "dagger:paper",
    summary: "the paper's DAGGER: DAG, interpolated widening, cached error preimages, nothing else",
    settings: PAPER_DAGGER,
  },
  {
    name: "dagger:tree+join",
    summary: "the paper's TREE + widening refined to join",
    settings: { ...PAPER, refinement: "join" },
  },
  { name: "dagger:tree+itp", summary: "the paper's TREE + interpolated widening (Fig. 2)", settings: PAPER },
  {
    name: "dagger:dag+join",
    summary: "the paper's DAG + widening refined to join",
    settings: { ...PAPER, exploration: "dag", refinement: "join" },
  },
  {
    name: "dagger:dag+itp",
    summary: "the paper's DAG + interpolated widening (section 3)",
    settings: { ...PAPER, exploration: "dag" },
  },
  {
    name: "dagger:gr06",
    summary: "the earlier tool: sets of states, widening refined to hull, hull to set (TACAS 2006)",
    settings: { ...PAPER, exploration: "sets", refinement: "join", widening: "domain" },
  },
];
