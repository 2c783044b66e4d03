import { expect, it } from "vitest";
import { randomWords } from "../../interpreter/inputs.ts";
import { mutant } from "./seeds.ts";

it("makes a session twice as long, and the number with it that says how long it is", () => {
  const frame = [126, 5, 3, 127, 255, 255, 255, 76, 12];
  const test = new Map([
    ["length", [frame.length]],
    ["bytes", frame],
  ]);
  const word = randomWords(1);
  const mutants = Array.from({ length: 2_000 }, () =>
    mutant(test, test, { constants: [], bytes: [], words: [] }, word),
  );
  const twice = mutants.filter((made) => made.get("bytes")?.join() === [...frame, ...frame].join());
  expect(twice.filter((made) => made.get("length")?.[0] === 2 * frame.length).length).toBeGreaterThan(twice.length / 4);
  // Every other time it is left as it is.
  expect(twice.some((made) => made.get("length")?.[0] === frame.length)).toBe(true);
});
