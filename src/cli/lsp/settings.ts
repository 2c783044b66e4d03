/** The editor's settings: those of the server itself, and options of `hone verify` by the names that they have in hone.config.json. */
import type { Scope } from "./messages.ts";

export interface ServerSettings {
  readonly scope: Scope;
  /** When files are verified by themselves. */
  readonly run: "open-and-save" | "save" | "never";
  /** Seconds for all functions of a file. */
  readonly fileTimeout: number;
  /** How a counterexample is shown. */
  readonly counterexample: "text" | "page";
  readonly options: Readonly<Record<string, unknown>>;
}

const CHOICES = {
  scope: ["auto", "functions"],
  run: ["open-and-save", "save", "never"],
  counterexample: ["text", "page"],
} as const;

const DEFAULTS: ServerSettings = {
  scope: "auto",
  run: "open-and-save",
  fileTimeout: 60,
  counterexample: "text",
  options: {},
};

/** What is wrong with them is told, and left out. */
export function settingsOf(given: unknown, tell: (problem: string) => void): ServerSettings {
  if (given === undefined || given === null) return DEFAULTS;
  if (typeof given !== "object" || Array.isArray(given)) {
    tell("an object is expected as settings");
    return DEFAULTS;
  }
  const settings: { -readonly [K in keyof ServerSettings]: ServerSettings[K] } = { ...DEFAULTS };
  const options: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    // What an editor has no value for.
    if (value === null || value === undefined || value === "") continue;
    if (key === "fileTimeout") {
      if (typeof value === "number" && value > 0) settings.fileTimeout = value;
      else tell('"fileTimeout": a positive number of seconds is expected');
    } else if (Object.hasOwn(CHOICES, key)) {
      const values: readonly unknown[] = CHOICES[key as keyof typeof CHOICES];
      if (values.includes(value)) Object.assign(settings, { [key]: value });
      else tell(`"${key}": one of ${values.join(", ")} is expected`);
    } else options[key] = value;
  }
  return { ...settings, options };
}
