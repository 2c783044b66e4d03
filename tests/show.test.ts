/** `npm run show` lists what the project claims with a command each: the commands exist, and no show goes unlisted. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./support/command.ts";

interface Group {
  readonly title: string;
  readonly shows: readonly { readonly claim: string; readonly command: string }[];
}

const json = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const commands = (json("scripts/show/claims.json") as Group[]).flatMap(({ shows }) => shows.map((one) => one.command));
const { scripts } = json("package.json") as { readonly scripts: Readonly<Record<string, string>> };

async function showsOf(group: string): Promise<string[]> {
  const module: unknown = await import(join(ROOT, `scripts/show/${group}.mjs`));
  return Object.keys((module as { readonly SHOWS: object }).SHOWS);
}

describe("npm run show", () => {
  it.each([...new Set(commands)])("%s can be run", async (command) => {
    const [program, verb, ...rest] = command.split(" ");
    if (program === "npm") {
      const [script = "", , name = ""] = rest;
      expect(scripts).toHaveProperty([script]);
      if (script.startsWith("show:") && name !== "") expect(await showsOf(script.slice(5))).toContain(name);
    } else if (program === "npx") {
      expect([verb, rest[0]]).toEqual(["vitest", "run"]);
      for (const path of rest.slice(1)) expect(existsSync(join(ROOT, path)), path).toBe(true);
    } else expect([program, verb]).toEqual(["node", "bin/hone"]);
  });

  it.each(["explicit", "path-focusing", "dagger", "vinta"])("lists every show of %s", async (group) => {
    for (const name of await showsOf(group)) expect(commands).toContain(`npm run show:${group} -- ${name}`);
  });
});
