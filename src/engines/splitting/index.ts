/** Branch and bound over inputs with ranges. See README.md. */
import { termsOf } from "../../cfa/op-terms.ts";
import { forEachNode, type TermNode } from "../../logic/visit.ts";
import type { Model } from "../../model/model.ts";
import { isProduct } from "../../model/view/products.ts";
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
      takes: isForRanges,
      run: (model: Model, context: EngineContext) =>
        isForRanges(model)
          ? split(model, context)
          : { kind: "unknown", reason: "values are neither floats nor multiplied: others know more than ranges do" },
    },
  ],
};

/** Asked of the program's text, before anybody has looked at the model. */
function isForRanges({ program }: Model): boolean {
  for (const { edges } of program.functions.values())
    for (const { op } of edges) {
      let found = false;
      forEachNode(termsOf(op), (node) => {
        found ||= isFloat(node) || isProduct(node);
      });
      if (found) return true;
    }
  return false;
}

function isFloat({ kind }: TermNode): boolean {
  return kind === "flt" || kind === "fle" || kind === "feq";
}
