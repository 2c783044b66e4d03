/** Options: where the values come from that a program reads. */
import { isNumber, type OptionGroup, positiveNumber, store } from "../option.ts";

export const RUN_OPTIONS: OptionGroup = {
  title: "Inputs of a run",
  options: [
    {
      flags: ["--inputs"],
      argument: "LIST",
      help: "the values that the program reads, in order, separated by commas; then 0",
      commands: ["run"],
      config: false,
      apply: (settings, value) => {
        const inputs = value.split(",").map((text) => text.trim());
        if (value.trim() !== "" && !inputs.every(isNumber)) return "numbers separated by commas are expected";
        settings.inputs = value.trim() === "" ? [] : inputs;
        return undefined;
      },
    },
    {
      flags: ["--seed"],
      argument: "N",
      help: "the values that the program reads are random, the same for the same N",
      commands: ["run"],
      config: false,
      apply: (settings, value) => {
        if (!/^\d{1,9}$/.test(value)) return "a whole number below a billion is expected";
        settings.seed = Number(value);
        return undefined;
      },
    },
    {
      flags: ["--replay"],
      argument: "RESULT.json",
      help: "the values that the program reads are those of a counterexample (`hone verify --format json`)",
      commands: ["run"],
      config: false,
      apply: store((settings, value) => (settings.replay = value)),
    },
    {
      flags: ["--steps"],
      argument: "N",
      help: "stop after N edges (default a billion)",
      commands: ["run"],
      apply: (settings, value) => {
        const steps = positiveNumber(value);
        if (steps === undefined) return "a positive number is expected";
        settings.steps = Math.floor(steps);
        return undefined;
      },
    },
  ],
};
