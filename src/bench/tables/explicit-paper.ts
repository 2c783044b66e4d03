/**
 * Tables 1 to 3 of "Explicit-State Software Model Checking Based on CEGAR and Interpolation" (Beyer and Löwe, FASE 2013): score,
 * solved programs and seconds by category of SV-COMP 2012, with 900 s and 15 GB a program. Without the categories of device drivers,
 * whose programs are not here, and without the other tools but CPA-Memo.
 */

export interface CategoryFigures {
  readonly score: number;
  readonly solved: number;
  readonly seconds: number;
}

export const CATEGORIES = ["ControlFlowInt", "SystemC", "HeapManipul"] as const;
export type Category = (typeof CATEGORIES)[number];

/** The families that make up a category, as far as they have come down. */
export const FAMILIES: Readonly<Record<Category, readonly string[]>> = {
  ControlFlowInt: ["ssh-simplified", "ntdrivers-simplified", "locks"],
  SystemC: ["systemc"],
  HeapManipul: ["heap-manipulation", "list-properties"],
};

/** The paper's configurations, in its order. */
export type Configuration =
  | "CPA-Expl"
  | "CPA-Expl-itp"
  | "CPA-Pred"
  | "CPA-Expl-Pred"
  | "CPA-Expl-itp-Pred"
  | "CPA-Memo";

const FIGURES = `
                   ControlFlowInt  SystemC      HeapManipul
CPA-Expl           124 81 8400     34 26 1600   1 3 5.5
CPA-Expl-itp       123 79 780      34 26 1500   1 3 5.8
CPA-Pred           103 70 2500     22 17 1900   8 6 12
CPA-Expl-Pred      131 85 2600     62 45 1500   6 5 11
CPA-Expl-itp-Pred  141 91 830      61 44 3700   8 6 12
CPA-Memo           140 91 3200     36 30 450    4 9 16
`;

const BY_CONFIGURATION = new Map(
  FIGURES.trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [name = "", ...figures] = line.trim().split(/\s+/);
      return [name, figures.map(Number)] as const;
    }),
);

export function paperFigures(configuration: Configuration, category: Category): CategoryFigures {
  const at = 3 * CATEGORIES.indexOf(category);
  const [score = 0, solved = 0, seconds = 0] = BY_CONFIGURATION.get(configuration)?.slice(at, at + 3) ?? [];
  return { score, solved, seconds };
}

/** Which of our columns stands for which of its configurations: first the one that is the paper's, then ours. */
export const COLUMNS_OF: Readonly<Record<Configuration, readonly string[]>> = {
  "CPA-Expl": ["explicit:full:paper", "explicit:full"],
  "CPA-Expl-itp": ["explicit:paper", "explicit"],
  "CPA-Pred": ["predicate:lf"],
  "CPA-Expl-Pred": ["explicit:full+predicate"],
  "CPA-Expl-itp-Pred": ["explicit+predicate"],
  "CPA-Memo": ["predicate:memo"],
};

/** Its tables, by the configurations that each compares. */
export const TABLES_OF_PAPER: readonly (readonly Configuration[])[] = [
  ["CPA-Expl", "CPA-Expl-itp"],
  ["CPA-Pred", "CPA-Expl-itp", "CPA-Expl-Pred", "CPA-Expl-itp-Pred"],
  ["CPA-Memo", "CPA-Expl-itp-Pred"],
];

/** SV-COMP 2012: a proof 2, a bug 1, a wrong answer minus twice what it would have got. */
export function scoreOf(answer: "safe" | "unsafe", isCorrect: boolean): number {
  const gain = answer === "safe" ? 2 : 1;
  return isCorrect ? gain : -2 * gain;
}
