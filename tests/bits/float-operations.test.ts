/** A sample of `npm run test:floats`. */
import { describe, expect, it } from "vitest";
import { hasGcc } from "../support/gcc.ts";
import { compareWithMachine, FORMATS, operationsOn, withMachine } from "./float-operations.ts";

describe.skipIf(!hasGcc(64))("operations on floats as circuits, and as the machine has them", () => {
  it.each(FORMATS)("%s", (_, format) => {
    withMachine(format, (machine) => {
      for (const operation of operationsOn(format))
        expect(compareWithMachine(machine, operation, format, 320, 7), operation.name).toMatchObject({ examples: [] });
    });
  });
});
