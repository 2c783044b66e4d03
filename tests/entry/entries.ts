/** The functions of this folder with what is said of their parameters: the comment at the top of each file. */
import { readdirSync, readFileSync } from "node:fs";

export interface Entry {
  readonly file: string;
  readonly name: string;
  /** `--param` of each. */
  readonly parameters: readonly string[];
}

const FOLDER = "tests/entry";

export function entries(): readonly Entry[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".c"))
    .flatMap((name) => {
      const file = `${FOLDER}/${name}`;
      const lines = readFileSync(file, "utf8").matchAll(/^\/\/ (\w+):((?: \w+=\S+)*)$/gm);
      return [...lines].map(([, entry = "", said = ""]) => {
        return { file, name: entry, parameters: said.split(" ").filter((one) => one !== "") };
      });
    });
}
