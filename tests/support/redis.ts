/** Debian's redis-server on a free port, with what it knows in a folder of its own; for tests of the queue. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where it is absent, tests of the queue are skipped with this message. */
export const NO_REDIS: string | undefined =
  spawnSync("redis-server", ["--version"]).status === 0 ? undefined : "skipped: no redis-server (Debian: redis-server)";

export interface RedisServer {
  readonly url: string;
  readonly pid: () => number | undefined;
  /** Ends it as a power cut does: what was not written is lost. */
  kill(): Promise<void>;
  /** Starts it again with its append-only file. */
  start(): Promise<void>;
  /** Stops it without an end, as a machine that hangs does; and lets it go on. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "hone-redis-"));
  const port = await freePort();
  let child: ChildProcess | undefined;
  process.on("exit", () => child?.kill("SIGKILL"));
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child?.once("close", resolve));
    if (child?.kill("SIGKILL") === true) await ended;
    child = undefined;
  };
  const start = async (): Promise<void> => {
    const where = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
    child = spawn("redis-server", [...where, "--save", "", "--appendonly", "yes"], { stdio: "ignore" });
    while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await start();
  const remove = async (): Promise<void> => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const freeze = () => child?.kill("SIGSTOP");
  const thaw = () => child?.kill("SIGCONT");
  return { url: `redis://127.0.0.1:${port}/0`, pid: () => child?.pid, kill, start, freeze, thaw, remove };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.on("data", (data) => {
      socket.destroy();
      resolve(data.toString().startsWith("+PONG"));
    });
    socket.on("error", () => resolve(false));
  });
}
