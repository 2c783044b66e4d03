/** What the table of the schedule may ask of a model, each question answered when it is first asked. */
import type { Model } from "../model/model.ts";
import { isBoundedProof } from "../model/view/bounded-proof.ts";
import { featuresOf, recursiveFunctions } from "../model/view/features.ts";
import { isWithoutLoops } from "../model/view/loops.ts";
import { once } from "../util/memo.ts";
import type { Subject } from "./schedule-table.ts";

export function subjectOf(model: Model): Subject {
  return {
    properties: model.properties,
    features: once(() => featuresOf(model)),
    isRecursive: once(() => recursiveFunctions(model.program) > 0),
    isBoundedProof: once(() => isBoundedProof(model)),
    // Memory as bytes may have loops that the program does not have: those of the library's text.
    isWithoutLoops: once(() => isWithoutLoops(model) && isWithoutLoops(model.bytes?.() ?? model)),
  };
}
