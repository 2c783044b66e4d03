/** `hone playground`: gives the files of its folder to this machine, and nothing else to anybody. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StaticServer, serveFolder } from "../../src/cli/static-server.ts";
import { hone } from "../support/command.ts";

interface Answer {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

describe("a folder that is served", () => {
  const folder = mkdtempSync(join(tmpdir(), "hone-served-"));
  let server: StaticServer;

  beforeAll(async () => {
    mkdirSync(join(folder, "web"));
    writeFileSync(join(folder, "secret.html"), "secret");
    writeFileSync(join(folder, "web", "index.html"), "<p>page</p>");
    writeFileSync(join(folder, "web", "solver.wasm"), "bytes");
    server = await serveFolder(join(folder, "web"), 0);
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  function ask(path: string, options: { readonly method?: string; readonly host?: string } = {}): Promise<Answer> {
    const { hostname, port } = new URL(server.address);
    const { method = "GET", host } = options;
    return new Promise((resolve, reject) => {
      const asked = request(
        { hostname, port, path, method, ...(host === undefined ? {} : { headers: { host } }) },
        (got) => {
          let body = "";
          got.on("data", (part) => {
            body += part;
          });
          got.on("end", () => resolve({ status: got.statusCode, type: got.headers["content-type"], body }));
        },
      );
      asked.on("error", reject);
      asked.end();
    });
  }

  it("has its page at the root, and types that browsers need", async () => {
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await ask("/")).toEqual({ status: 200, type: "text/html; charset=utf-8", body: "<p>page</p>" });
    expect(await ask("/solver.wasm?x=1")).toEqual({ status: 200, type: "application/wasm", body: "bytes" });
    expect(await ask("/", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  });

  it("has nothing else", async () => {
    for (const path of ["/other.js", "/../secret.html", "/%2e%2e/secret.html", "/..%2fsecret.html", "//", "/web", "/%"])
      expect(await ask(path), path).toMatchObject({ status: 404, body: "" });
    expect(await ask("/", { method: "POST" })).toMatchObject({ status: 405 });
    expect(await ask("/", { host: "elsewhere.example" })).toMatchObject({ status: 403, body: "" });
    expect(await ask("/", { host: "localhost:1" })).toMatchObject({ status: 200 });
  });
});

describe("hone playground", () => {
  it("says what it cannot do", async () => {
    expect(await hone("playground", "a.c")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("takes no file"),
    });
    expect(await hone("playground", "--port", "70000")).toMatchObject({ code: 2 });
    // From the source text there is nothing built beside it.
    expect(await hone("playground")).toMatchObject({ code: 2, stderr: expect.stringContaining("npm run build:web") });
  });
});
