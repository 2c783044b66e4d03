/** Puts programs with known truths to the default engines and to each engine's first preset, and counts. */
import { defaultPresets } from "../../src/engines/index.ts";
import { ask, isWrong, type Truth } from "./pair.ts";

export interface Question {
  readonly name: string;
  readonly text: string;
  readonly truth: Truth;
  readonly options: readonly string[];
  readonly bits: readonly (32 | 64)[];
}

export interface Count {
  asked: number;
  right: number;
  unknown: number;
  readonly wrong: string[];
  readonly broken: string[];
}

export function newCount(): Count {
  return { asked: 0, right: 0, unknown: 0, wrong: [], broken: [] };
}

/** Looks at the clock, 4096 units of work each: together about a second for the default, a fraction of it for one engine. */
const DEFAULT_WORK = 600;
const ENGINE_WORK = 100;

/** Undefined stands for the default engines in turn. */
export function allEngines(): readonly (string | undefined)[] {
  return [undefined, ...defaultPresets().map(({ name }) => name)];
}

export function put(question: Question, engines: readonly (string | undefined)[], count: Count): void {
  for (const engine of engines) {
    for (const bits of question.bits) {
      const setting = `${question.name} (${engine ?? "default"}, --${bits} ${question.options.join(" ")})`;
      count.asked += 1;
      try {
        const work = engine === undefined ? DEFAULT_WORK : ENGINE_WORK;
        const { verdict } = ask(question.text, question.options, bits, engine, work);
        if (isWrong(verdict, question.truth)) count.wrong.push(`${setting}: ${verdict}, but it is ${question.truth}`);
        else if (verdict === "unknown") count.unknown += 1;
        else count.right += 1;
      } catch (error) {
        count.broken.push(`${setting}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
    }
  }
}
