/** Concolic search: inputs solved for from the branches of earlier runs. See README.md. */
import type { Engine } from "../engine.ts";
import { search } from "./search.ts";

const SUMMARY = "runs the program, solves for inputs that go other ways or make an operation fail, runs it on those";

export const concolic: Engine = {
  name: "concolic",
  summary: SUMMARY,
  presets: [{ name: "concolic", summary: SUMMARY, run: search }],
};
