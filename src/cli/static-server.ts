/**
 * Serves the files of one folder to this machine. They are read once, at the start: nothing that a request says becomes a path, and
 * only who asks for this machine by its name gets an answer, so that no page of another site reads from it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const HOST = "127.0.0.1";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

interface ServedFile {
  readonly content: Buffer;
  readonly type: string;
}

export interface StaticServer {
  /** "http://127.0.0.1:4663/". */
  readonly address: string;
  close(): Promise<void>;
}

/** @throws what the system says, where the port cannot be had. */
export async function serveFolder(folder: string, port: number): Promise<StaticServer> {
  const files = filesIn(folder);
  const server = createServer(({ method, url = "/", headers }, response) => {
    const [path] = url.split("?");
    const file = files.get(path === "/" ? "/index.html" : (path ?? ""));
    const name = headers.host?.replace(/:\d+$/, "");
    const status = name !== HOST && name !== "localhost" ? 403 : method !== "GET" && method !== "HEAD" ? 405 : 404;
    if (status !== 404 || file === undefined) {
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end();
      return;
    }
    const { content, type } = file;
    // What was built again should be seen.
    const plain = { "content-type": type, "content-length": content.length, "cache-control": "no-cache" };
    response
      .writeHead(200, { ...plain, "x-content-type-options": "nosniff" })
      .end(method === "GET" ? content : undefined);
  });
  await listening(server, port);
  const { port: taken } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { address: `http://${HOST}:${taken}/`, close };
}

function filesIn(folder: string): ReadonlyMap<string, ServedFile> {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names.map(({ name }) => {
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      return [`/${name}`, { content: readFileSync(join(folder, name)), type }];
    }),
  );
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => resolve());
  });
}
