/** Engine and domain as the user named them, and whether they go together with the other options. */
import { choiceProblem } from "../api/engine-choice.ts";
import { ENGINES, findPreset } from "../engines/index.ts";
import type { Settings } from "./settings.ts";

/** What is wrong with the choice, or undefined. */
export function engineProblem(settings: Settings): string | undefined {
  return choiceProblem(settings) ?? precisionProblem(settings);
}

/** Who was chosen alone should have a precision where one is read or written. */
function precisionProblem({ engine, precision, savePrecision }: Settings): string | undefined {
  const option = precision !== undefined ? "--precision" : savePrecision !== undefined ? "--save-precision" : undefined;
  const preset = engine === undefined ? undefined : findPreset(engine);
  if (option === undefined || preset === undefined || preset.precision === "kept") return undefined;
  const all = ENGINES.flatMap((one) => one.presets).filter((one) => one.precision === "kept");
  return `${option}: the engine "${preset.name}" has no precision; these have: ${all.map(({ name }) => name).join(", ")}`;
}
