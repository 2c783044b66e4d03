/**
 * What runs beside the page: verifies, reads programs for their diagnostics, and says what there is to choose. One check at a time;
 * the page ends a worker that it does not want to wait for, and starts another.
 */
import { CHECKS } from "../src/api/checks.ts";
import { perform } from "../src/api/executor.ts";
import type { ReadOptions } from "../src/api/options.ts";
import { endedCheck, parse, VERSION } from "../src/api/sync.ts";
import type { Snapshot } from "../src/engines/engine.ts";
import { ENGINES } from "../src/engines/index.ts";
import { PROPERTIES } from "../src/model/properties.ts";
import { loadCadical } from "../src/smt/sat/cadical.ts";
import type { SatFactory } from "../src/smt/sat/sat.ts";
import { takeKernel } from "./kernel.ts";
import type { About, FromWorker, Question, ToWorker } from "./messages.ts";
import { fixesOf } from "./quick-fixes.ts";

let solver: (value: SatFactory) => void;
/** A check waits for the SAT solvers, so that it says what the command line says. */
const sat = new Promise<SatFactory>((resolve) => {
  solver = resolve;
});

const send = (message: FromWorker): void => postMessage(message);

self.addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind !== "start") return answer(data);
  takeKernel(data.kernel);
  solver(await cadical(data.solver));
});

async function answer(question: Question): Promise<void> {
  const { id } = question;
  if (question.kind === "about") return send({ kind: "about", id, about: about() });
  const { program, options } = question;
  switch (question.kind) {
    case "check": {
      let pictures: readonly Snapshot[] = [];
      const outcome = perform(
        { kind: "check", program, options },
        {
          sat: await sat,
          onProgress: (line, statistics, picture) =>
            send({ kind: "progress", id, line, statistics: { ...statistics }, ...(picture ? { picture } : {}) }),
          onPictures: (all) => {
            pictures = all;
          },
        },
      );
      return send({ kind: "checked", id, outcome, pictures });
    }
    case "read": {
      const reading = readOptionsOf(options);
      const { diagnostics } = parse(program, reading);
      return send({
        kind: "read",
        id,
        diagnostics: diagnostics.map((one) => ({ ...one, fixes: fixesOf(one, program, reading) })),
      });
    }
    case "ended":
      return send({
        kind: "ended",
        id,
        result: endedCheck(program, options, question.reason, question.reached),
      });
  }
}

function cadical(module: WebAssembly.Module): Promise<SatFactory> {
  return loadCadical({
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      void WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
  });
}

/** Checks that a name for many lists. */
const SEVERAL = 4;

function about(): About {
  const engines = ENGINES.flatMap(({ presets }) => presets.map(({ name, summary }) => ({ name, summary })));
  const meaningOf = (name: string): string => {
    const one = PROPERTIES.find(({ check }) => check === name);
    if (one !== undefined) return one.violation;
    const parts = PROPERTIES.filter((property) => CHECKS.get(name)?.includes(property.name)).map(({ check }) => check);
    return parts.length <= SEVERAL
      ? parts.join(", ")
      : `${parts.slice(0, SEVERAL).join(", ")} and ${parts.length - SEVERAL} more`;
  };
  const checks = [...CHECKS.keys()].map((name) => ({ name, meaning: meaningOf(name) }));
  return { version: VERSION, engines, checks };
}

/** Of what a check is asked with, what reading a program takes. */
function readOptionsOf({ dataModel, defines, entry }: Extract<Question, { kind: "read" }>["options"]): ReadOptions {
  return {
    ...(dataModel === undefined ? {} : { dataModel }),
    ...(defines === undefined ? {} : { defines }),
    ...(entry === undefined ? {} : { entry }),
  };
}
