/** What `npm run results` measures: which programs, by what, for how long. */

export interface Campaign {
  /** Names its folder of runs and its files in docs/results. */
  readonly name: string;
  readonly title: string;
  /** Folders with an INDEX.tsv; `all`: every one there is. */
  readonly families: "all" | readonly string[];
  /** At most so many programs of each. */
  readonly sample?: number;
  readonly timeoutSeconds: number;
  /** Undefined: what `hone FILE` does. */
  readonly engines?: readonly string[];
  /** Shorter limits that are told, too: what was solved within so many seconds of the same runs. */
  readonly within?: readonly number[];
}

const PAPERS = ["ssh-simplified", "ntdrivers-simplified", "systemc", "locks"];

/** The families from which CPAchecker 4.0 and CBMC 6.6 had three programs each, chosen by hash (README). */
const COMPARED = [
  ...["locks", "loops", "loop-invgen", "loop-lit", "loop-acceleration", "loop-new", "loop-zilu", "hola", "ice"],
  ...["ssh-simplified", "ntdrivers-simplified", "systemc", "product-lines", "seq-mthreaded", "eca-rers2012"],
  ...["array-examples", "recursive-simple", "bitvector", "ldv-regression", "psyco", "ssh", "ntdrivers", "list-simple"],
  "float-benchs",
];

export function campaigns(engines: readonly string[]): readonly Campaign[] {
  return [
    { name: "corpus", title: "The corpus by the default, 10 s", families: "all", timeoutSeconds: 10 },
    {
      name: "papers",
      title: "Programs of the papers' families by the default, 60 s",
      families: PAPERS,
      timeoutSeconds: 60,
      within: [20],
    },
    {
      name: "compared",
      title: "Three programs of 24 families by the default, 60 s",
      families: COMPARED,
      sample: 3,
      timeoutSeconds: 60,
      within: [20],
    },
    {
      name: "engines",
      title: "Each engine alone, five programs of each family, 10 s",
      families: "all",
      sample: 5,
      timeoutSeconds: 10,
      engines,
    },
  ];
}
