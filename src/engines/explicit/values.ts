/**
 * Values as small integers. A state is a vector of codes, one per tracked slot: 0 stands for top (nothing known), an
 * odd code for an integer that fits 31 bits, an even one for an entry of a table that holds wide integers and floats.
 * Equal values have equal codes, so that comparing states is comparing integers.
 */
import type { Int } from "../../numbers/int.ts";

/** What a slot may hold: an integer (`Int`), a float (number), or undefined for top. */
export type Value = Int | undefined;

export const TOP = 0;

const SMALL = 2 ** 30;

export class ValueTable {
  readonly #wide: Int[] = [0];
  readonly #codes = new Map<Int | string, number>();

  encode(value: Value): number {
    if (value === undefined) return TOP;
    if (
      typeof value === "number" &&
      Number.isInteger(value) &&
      value >= -SMALL &&
      value < SMALL &&
      !Object.is(value, -0)
    ) {
      return (value << 1) | 1;
    }
    // A map takes -0 for 0, which as floats differ.
    const key = Object.is(value, -0) ? "-0" : value;
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.#wide.length * 2;
      this.#wide.push(value);
      this.#codes.set(key, code);
    }
    return code;
  }

  decode(code: number): Value {
    if ((code & 1) === 1) return code >> 1;
    return code === TOP ? undefined : this.#wide[code >> 1];
  }
}
