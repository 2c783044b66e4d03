/** The page's side of its worker, with a toy that answers when it is told to: what is stopped, asked again and asked at once. */
import { describe, expect, it } from "vitest";
import type { FromWorker, Question } from "../../web/messages.ts";
import { type Beside, Verifier } from "../../web/verifier.ts";

type Hear = (event: { readonly data: FromWorker }) => void;

class Toy implements Beside {
  readonly asked: Question[] = [];
  isOver = false;
  #hear: Hear = () => {};

  postMessage(question: Question): void {
    this.asked.push(question);
  }

  terminate(): void {
    this.isOver = true;
  }

  addEventListener(kind: string, hear: (event: never) => void): void {
    if (kind === "message") this.#hear = hear as Hear;
  }

  /** Answers the first question of the kind. */
  answer(kind: Question["kind"], answer: object): void {
    const at = this.asked.findIndex((one) => one.kind === kind);
    const [question] = this.asked.splice(at, 1);
    if (question === undefined || this.isOver) throw new Error(`nobody should answer ${kind}`);
    this.#hear({ data: { id: question.id, ...answer } as FromWorker });
  }
}

function toys() {
  const started: Toy[] = [];
  const start = () => {
    const toy = new Toy();
    started.push(toy);
    return toy;
  };
  const verifier = new Verifier({ first: start(), start });
  return { verifier, newest: () => started.at(-1) as Toy, started };
}

const ABOUT = { kind: "about", about: { version: "1", engines: [], checks: [] } };
const SILENT = { progress: () => {} };
const OPTIONS = { timeout: 1000 };
const checked = (verdict: string) => ({
  kind: "checked",
  outcome: { kind: "answer", answer: { verdict } },
  pictures: [],
});

describe("a verifier beside the page", () => {
  it("says what there is to choose, also where the first check is stopped before its worker has started", async () => {
    const { verifier, newest } = toys();
    const about = verifier.about();
    const stopped = verifier.check("a", OPTIONS, SILENT);
    verifier.stop();
    newest().answer("about", ABOUT);
    newest().answer("ended", { kind: "ended", result: { verdict: "unknown" } });
    expect(await about).toEqual(ABOUT.about);
    expect(await stopped).toMatchObject({ kind: "result", result: { verdict: "unknown" } });
  });

  it("does not show what became of a check that was stopped in the place of the next one", async () => {
    const { verifier, newest } = toys();
    const first = verifier.check("a", OPTIONS, SILENT);
    verifier.stop();
    const second = verifier.check("b", OPTIONS, SILENT);
    newest().answer("ended", { kind: "ended", result: { verdict: "unknown" } });
    newest().answer("check", checked("safe"));
    expect(await first).toEqual({ kind: "superseded" });
    expect(await second).toMatchObject({ kind: "result", result: { verdict: "safe" } });
  });

  it("ends each check, however they are stopped and started, and no other one by a limit that is over", async () => {
    const { verifier, newest, started } = toys();
    const short = { timeout: -2.99 };
    const first = verifier.check("a", short, SILENT);
    verifier.stop();
    const second = verifier.check("b", short, SILENT);
    verifier.stop();
    const third = verifier.check("c", OPTIONS, SILENT);
    const worker = newest();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(newest()).toBe(worker);
    for (const _ of [first, second]) worker.answer("ended", { kind: "ended", result: { verdict: "unknown" } });
    worker.answer("check", checked("unsafe"));
    expect(await Promise.all([first, second])).toEqual([{ kind: "superseded" }, { kind: "superseded" }]);
    expect(await third).toMatchObject({ result: { verdict: "unsafe" } });
    expect(started.map(({ isOver }) => isOver)).toEqual([true, true, false]);
    expect(verifier.isRunning).toBe(false);
  });
});
