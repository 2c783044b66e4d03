/**
 * How much of a large test is run. `npm test` has a part that still meets every mechanism; HONE_THOROUGH=1, which `.ci/run` sets,
 * has all of it.
 */
export const THOROUGH = process.env["HONE_THOROUGH"] === "1";

/** Of so many random cases a third in `npm test`. */
export function runs(all: number): number {
  return THOROUGH ? all : Math.ceil(all / 3);
}
