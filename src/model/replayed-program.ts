/** The program as verification ran it when it recorded inputs: where it looks at addresses, they are among them. */
import type { Program } from "../cfa/cfa.ts";
import { buildModel } from "./build.ts";
import { DEFAULT_MODEL_OPTIONS } from "./options.ts";
import type { Property } from "./properties.ts";

/** @param asked the properties that verification was about; none: those that it is about where nobody says anything. */
export function replayedProgram(program: Program, entry: string, asked: readonly Property[]): Program {
  const properties = asked.length === 0 ? DEFAULT_MODEL_OPTIONS.properties : asked;
  return buildModel(program, { ...DEFAULT_MODEL_OPTIONS, entry, properties }).program;
}
