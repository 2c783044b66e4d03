/** Concolic search: inputs solved for from the branches of earlier runs. See README.md. */
import { asksForLifetimes } from "../../model/properties.ts";
import { hasTerm } from "../../model/view/some-term.ts";
import type { Engine } from "../engine.ts";
import { search } from "./search.ts";

const SUMMARY = "runs the program, solves for inputs that go other ways or make an operation fail, runs it on those";

export const concolic: Engine = {
  name: "concolic",
  summary: SUMMARY,
  // Errors in accesses, and in numbers that come from memory, stand behind what the program does with the texts that it reads, of which
  // abstractions know little.
  presets: [
    {
      name: "concolic",
      summary: SUMMARY,
      slices: "late",
      suits: (model, { properties }) =>
        asksForLifetimes(properties) ||
        (properties.includes("no-overflow") && hasTerm(model, ({ kind }) => kind === "select")),
      run: search,
    },
  ],
};
