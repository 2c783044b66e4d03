/** Branch and bound over inputs with ranges. See README.md. */
import type { TermNode } from "../../logic/visit.ts";
import type { Model } from "../../model/model.ts";
import { hasProducts } from "../../model/view/products.ts";
import { hasTerm } from "../../model/view/some-term.ts";
import type { Engine, EngineContext } from "../engine.ts";
import { split } from "./splitting.ts";

const SUMMARY = "follows all executions at once with ranges, and splits inputs until every part is decided";

export const splitting: Engine = {
  name: "splitting",
  summary: SUMMARY,
  presets: [
    {
      name: "splitting",
      summary: SUMMARY,
      slices: "late",
      run: (model: Model, context: EngineContext) =>
        isForRanges(model)
          ? split(model, context)
          : { kind: "unknown", reason: "values are neither floats nor multiplied: others know more than ranges do" },
    },
  ],
};

function isForRanges(model: Model): boolean {
  return hasProducts(model) || hasTerm(model, isFloat);
}

function isFloat({ kind }: TermNode): boolean {
  return kind === "flt" || kind === "fle" || kind === "feq";
}
