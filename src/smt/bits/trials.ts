/**
 * A question about few inputs, decided by trying all of them, 256 cases at a time. A search that does not see through a chain of divisions
 * goes on for as long as it is let; what all trials cost is known before.
 */
import { AND, type Circuit, INPUT, MAJORITY, MUX, type Signal, TRUE, XOR, XOR3 } from "./circuit.ts";

/** Words of 32 cases that are evaluated together: what a gate is, is looked at once for all of them. */
const WORDS = 8;
/** Words of gates that are evaluated in a unit of work. */
const GATES_A_UNIT = 200;
/** More than anybody would wait for: so that most questions are soon seen not to be of few inputs. */
const MOST_INPUTS = 40;
/** The values of the first five inputs in the 32 cases of a word. */
const PATTERNS = [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000] as const;

export class Trials {
  readonly #circuit: Circuit;
  readonly #conditions: readonly Signal[];
  /** Gates that the conditions depend on, operands first; undefined where there are too many inputs among them. */
  readonly #gates: Int32Array | undefined;
  readonly #inputs: readonly number[];

  constructor(circuit: Circuit, conditions: readonly Signal[]) {
    this.#circuit = circuit;
    this.#conditions = conditions;
    this.#gates = gatesBelow(circuit, conditions);
    this.#inputs = [...(this.#gates ?? [])].filter((gate) => circuit.kindOf(gate) === INPUT);
  }

  /** What it takes to try everything, in units of work. */
  get work(): number {
    return this.#rounds * this.#workOfRound;
  }

  get #workOfRound(): number {
    return this.#gates === undefined ? Number.POSITIVE_INFINITY : (this.#gates.length * WORDS) / GATES_A_UNIT;
  }

  get #rounds(): number {
    return Math.ceil(2 ** (this.#inputs.length - PATTERNS.length) / WORDS);
  }

  /** There should not be too many. Signals of the inputs that are true where all conditions hold; undefined where they never do. */
  find(tick: (work: number) => void): ReadonlySet<Signal> | undefined {
    const values = new Int32Array(this.#circuit.size * WORDS);
    for (let round = 0; round < this.#rounds; round++) {
      this.#evaluate(round * WORDS, values);
      tick(this.#workOfRound);
      for (let k = 0; k < WORDS; k++) {
        const holds = this.#conditions.reduce((all, one) => all & wordOf(values, one, k), -1);
        if (holds === 0) continue;
        const which = 31 - Math.clz32(holds);
        const isTrue = (signal: Signal) => ((wordOf(values, signal, k) >>> which) & 1) === 1;
        return new Set(this.#inputs.flatMap((gate) => [2 * gate, 2 * gate + 1]).filter(isTrue));
      }
    }
    return undefined;
  }

  /** All gates in the cases of some words from the `first` on. */
  #evaluate(first: number, values: Int32Array): void {
    this.#inputs.forEach((gate, i) => {
      const place = i - PATTERNS.length;
      for (let k = 0; k < WORDS; k++)
        values[gate * WORDS + k] = PATTERNS[i] ?? -(Math.floor((first + k) / 2 ** place) % 2);
    });
    for (const gate of this.#gates ?? []) {
      const [x, y, z] = [this.#circuit.first(gate), this.#circuit.second(gate), this.#circuit.third(gate)];
      const [p, q, r] = [(x >> 1) * WORDS, (y >> 1) * WORDS, (z >> 1) * WORDS];
      const [notX, notY, notZ] = [-(x & 1), -(y & 1), -(z & 1)];
      const kind = this.#circuit.kindOf(gate);
      if (kind === INPUT) continue;
      for (let k = 0, at = gate * WORDS; k < WORDS; k++, at++) {
        const a = (values[p + k] as number) ^ notX;
        const b = (values[q + k] as number) ^ notY;
        const c = (values[r + k] as number) ^ notZ;
        if (kind === AND) values[at] = a & b;
        else if (kind === XOR) values[at] = a ^ b;
        else if (kind === XOR3) values[at] = a ^ b ^ c;
        else if (kind === MAJORITY) values[at] = (a & b) | (a & c) | (b & c);
        else if (kind === MUX) values[at] = (a & b) | (~a & c);
      }
    }
  }
}

function wordOf(values: Int32Array, signal: Signal, k: number): number {
  return (values[(signal >> 1) * WORDS + k] as number) ^ -(signal & 1);
}

function gatesBelow(circuit: Circuit, roots: readonly Signal[]): Int32Array | undefined {
  const seen = new Uint8Array(circuit.size);
  const found: number[] = [];
  let inputs = 0;
  const work = [...roots];
  for (let signal = work.pop(); signal !== undefined; signal = work.pop()) {
    const gate = signal >> 1;
    if (signal <= TRUE || seen[gate] === 1) continue;
    seen[gate] = 1;
    found.push(gate);
    if (circuit.kindOf(gate) !== INPUT) work.push(circuit.first(gate), circuit.second(gate), circuit.third(gate));
    else if (++inputs > MOST_INPUTS) return undefined;
  }
  return Int32Array.from(found).sort();
}
