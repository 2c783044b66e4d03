/**
 * The Redis server behind a queue: its address, and what is wrong with it in one phrase. The packages that talk to it are
 * optional and loaded here only, when somebody asks for a queue.
 */
import type { Redis } from "ioredis";

export interface Packages {
  readonly bullmq: Pick<
    typeof import("bullmq"),
    "Queue" | "QueueEvents" | "Worker" | "UnrecoverableError" | "WaitingError"
  >;
  readonly ioredis: Pick<typeof import("ioredis"), "Redis">;
}

export interface ServerAddress {
  readonly url: string;
  /** Without the password: what is printed. */
  readonly shown: string;
}

/** `redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE]`, or `rediss:` with TLS; a string is what is wrong with it. */
export function parseAddress(text: string, password: string | undefined): ServerAddress | string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    // It may have a password in it, which is not for the logs.
    const shown = text.replace(/^([^/]*\/\/).*@/s, "$1***@");
    return `"${shown}" is not the address of a server: redis://HOST:PORT is expected`;
  }
  if (url.protocol !== "redis:" && url.protocol !== "rediss:")
    return `"${url.protocol}" is not how a queue is reached: redis://HOST:PORT is expected`;
  if (url.hostname === "") return "the address has no host: redis://HOST:PORT is expected";
  if (!/^\/?\d*$/.test(url.pathname) || url.search !== "" || url.hash !== "")
    return "what follows the host is the number of a database: redis://HOST:PORT/0";
  if (url.password === "" && password !== undefined) url.password = password;
  const shown = new URL(url);
  if (shown.password !== "") shown.password = "***";
  return { url: url.href, shown: shown.href };
}

/** The packages, or a string: they are not installed. */
export async function loadPackages(): Promise<Packages | string> {
  try {
    return { bullmq: await import("bullmq"), ioredis: await import("ioredis") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    return "a queue needs the packages bullmq and ioredis, which are not installed: npm install bullmq ioredis";
  }
}

// A server that answers at all does so at once; one that has just started may be reading its files.
const CONNECT_MS = 10_000;
// A server that restarts is back within seconds.
const RETRY_MS = 500;

// Workers ask for the next task for ten seconds at a time; a server that says nothing for longer is stuck.
const SILENCE_MS = 30_000;

/** A lost connection is restored, for as long as it is not `over`. */
export function connectionOptions(over: AbortSignal) {
  return {
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: null,
    retryStrategy: () => (over.aborted ? null : RETRY_MS),
    enableAutoPipelining: true,
  };
}

/** A connection that works, or a string: what is wrong with the server. Once it works, it is restored when it is lost. */
export async function connect({ url }: ServerAddress, { ioredis }: Packages): Promise<Redis | string> {
  let established = false;
  const redis: Redis = new ioredis.Redis(url, {
    ...connectionOptions(new AbortController().signal),
    lazyConnect: true,
    retryStrategy: () => (established ? RETRY_MS : null),
  });
  // Later on, what matters is seen by the events `close` and `ready`.
  let first: Error | undefined;
  redis.on("error", (error: Error) => {
    first ??= error;
  });
  const select = async () => {
    await redis.connect();
    // By itself: a connection goes without a database that is not there, and says nothing.
    await redis.select(redis.options.db ?? 0);
  };
  try {
    await within(CONNECT_MS, select());
    established = true;
    return redis;
  } catch (error) {
    redis.disconnect();
    return serverMessage(first ?? (error as Error));
  }
}

export interface Presence {
  /** For how long the server has been away; 0 if it is there. */
  awayMs(): number;
}

// A server that is stuck keeps its connections, so that it is asked now and then; one that is only busy answers within seconds.
const ASK_MS = 5000;

/** Tells when the server goes, and when it is back. */
export function watchServer(
  redis: Redis,
  { shown }: ServerAddress,
  log: (text: string) => void,
  over: AbortSignal,
  askMs: number = ASK_MS,
): Presence {
  let since: number | undefined;
  let asked = false;
  const away = () => {
    if (over.aborted || since !== undefined) return;
    log(`hone: ${shown}: the server is away; waiting for it\n`);
    since = performance.now();
  };
  const back = () => {
    if (since !== undefined) log("hone: the server is back\n");
    since = undefined;
    asked = false;
  };
  redis.on("close", away);
  redis.on("ready", back);
  const timer = setInterval(() => {
    // From now on: it may be this process that was stopped for a while.
    if (asked) return away();
    asked = true;
    redis.ping().then(back, () => {});
  }, askMs);
  over.addEventListener("abort", () => clearInterval(timer));
  return { awayMs: () => (since === undefined ? 0 : performance.now() - since) };
}

// Closing is polite, and no reason to wait for a server that is away.
const CLOSE_MS = 3000;

/** Ends what talks to the server, whether or not that answers. */
export async function closeAll(parts: readonly Closable[], redis: Redis, over: AbortController): Promise<void> {
  const closed = Promise.allSettled(parts.map((part) => part.close()));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((done) => {
    timer = setTimeout(done, CLOSE_MS);
  });
  await Promise.race([closed, late]);
  clearTimeout(timer);
  over.abort();
  for (const part of parts) part.disconnect().catch(() => {});
  redis.disconnect();
}

interface Closable {
  close(): Promise<void>;
  disconnect(): Promise<void>;
}

/** What is promised, if it comes in time. */
async function within<T>(milliseconds: number, promised: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(NOT_REDIS)), milliseconds);
  });
  try {
    return await Promise.race([promised, late]);
  } finally {
    clearTimeout(timer);
  }
}

const NOT_REDIS = "it does not answer as a Redis server does";

export function serverMessage(error: Error): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ECONNREFUSED":
      return "nothing listens there";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "there is no such host";
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return "the host does not answer";
    default:
      if (message.startsWith("NOAUTH")) return "it asks for a password: redis://:PASSWORD@HOST:PORT";
      return message.startsWith("Unknown RESP") ? NOT_REDIS : message;
  }
}
