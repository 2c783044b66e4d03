import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswer, readTask } from "./message.ts";
import { parseAddress } from "./server.ts";
import { buildOfWorker } from "./worker.ts";

const TASK = {
  version: 1,
  build: "0.1.0 abc",
  arguments: ["--32", "a.c"],
  timeoutSeconds: 5,
  memoryMb: 100,
  files: [["a.c", "0".repeat(64)]],
};

const ANSWER = {
  end: "orderly",
  answer: {
    ...{ verdict: "safe", reason: "", wallSeconds: 1, cpuSeconds: 1, peakMemoryMb: 10 },
    ...{ statistics: { states: 3 }, evidence: "certificate" },
  },
};

describe("messages of the queue", () => {
  it("are taken if all of their members are as they should be", () => {
    expect(readTask(TASK)).toEqual({ kind: "message", message: TASK });
    expect(readTask({ ...TASK, folder: "/common" }).kind).toBe("message");
    expect(readAnswer(ANSWER)).toEqual({ kind: "message", message: ANSWER });
  });

  it.each([
    [{ version: 2 }, "version 2"],
    [{ version: { toString: 1 } }, 'version {"toString":1}'],
    [{ build: 1 }, "`build`"],
    [{ arguments: "a.c" }, "`arguments`"],
    [{ arguments: [["a.c"]] }, "`arguments`"],
    [{ arguments: ["a\0.c"] }, "`arguments`"],
    [{ timeoutSeconds: -1 }, "`timeoutSeconds`"],
    [{ timeoutSeconds: 1e300 }, "`timeoutSeconds`"],
    [{ memoryMb: "all" }, "`memoryMb`"],
    [{ files: { "a.c": "0" } }, "`files`"],
    [{ files: [["a.c", "../../etc"]] }, "`files`"],
    [{ folder: 1 }, "`folder`"],
    [{ command: "rm" }, '"command" is no part'],
  ])("are refused with %j", (change, why) => {
    const read = readTask({ ...TASK, ...change });
    expect(read).toMatchObject({ kind: "problem", message: expect.stringContaining(why) as string });
  });

  it.each([
    [{ verdict: "maybe" }, "verdict"],
    [{ wallSeconds: Number.NaN }, "numbers"],
    [{ statistics: { a: "1" } }, "statistics"],
    [{ log: {} }, "log"],
    [{ reason: "x".repeat(200_000) }, "reason"],
  ])("are no answer with %j", (change, why) => {
    const read = readAnswer({ ...ANSWER, answer: { ...ANSWER.answer, ...change } });
    expect(read).toMatchObject({ kind: "problem", message: expect.stringContaining(why) as string });
  });

  it("have nothing in them that a terminal would obey", () => {
    expect(readAnswer({ ...ANSWER, answer: { ...ANSWER.answer, reason: "a\u001b[2Jb\u009bc\n" } })).toMatchObject({
      message: { answer: { reason: "a?[2Jb?c\n" } },
    });
  });

  it("may be anything", () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(readTask(data).kind).toBe("problem");
        expect(readAnswer(data).kind).toBe("problem");
      }),
    );
  });
});

describe("the address of a server", () => {
  it("is a redis: URL, whose password is not shown", () => {
    expect(parseAddress("redis://host:1/2", undefined)).toEqual({ url: "redis://host:1/2", shown: "redis://host:1/2" });
    expect(parseAddress("rediss://me:secret@host", undefined)).toMatchObject({ shown: "rediss://me:***@host" });
    expect(parseAddress("redis://host", "secret")).toEqual({ url: "redis://:secret@host", shown: "redis://:***@host" });
    for (const wrong of ["host:6379", "redis://", "http://host", "redis://host/x", "redis://host/0?a=b", ""])
      expect(typeof parseAddress(wrong, undefined), wrong).toBe("string");
    expect(parseAddress("redis://me:secret@host:99999", undefined)).toContain('"redis://***@host:99999"');
  });
});

describe("the name of a worker", () => {
  it("tells its build, if it is one of hone", () => {
    expect(buildOfWorker("bull:aG9uZQ==:w:host-1-12_hone_0.1.0_00ff")).toBe("0.1.0 00ff");
    expect(buildOfWorker("bull:aG9uZQ==")).toBeUndefined();
  });
});
