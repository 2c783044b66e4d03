/** `--queue`: the server that `hone bench` and `hone worker` meet at. */
import type { Redis } from "ioredis";
import { connect, loadPackages, type Packages, parseAddress, type ServerAddress } from "../bench/queue/server.ts";

export interface QueueServer {
  readonly packages: Packages;
  readonly address: ServerAddress;
  readonly redis: Redis;
}

/** A string is what is wrong with it. */
export async function openServer(url: string): Promise<QueueServer | string> {
  // Words of a command line can be read by everybody on the machine.
  const address = parseAddress(url, process.env["HONE_QUEUE_PASSWORD"] || undefined);
  if (typeof address === "string") return `--queue: ${address}`;
  const packages = await loadPackages();
  if (typeof packages === "string") return packages;
  const redis = await connect(address, packages);
  return typeof redis === "string" ? `${address.shown}: ${redis}` : { packages, address, redis };
}
