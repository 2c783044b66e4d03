/**
 * Texts by their hashes, on the server: a program that is verified under five configurations, or a header that a thousand
 * programs include, travels once. Whoever takes a text out checks that it is the one that was asked for. Texts that
 * nobody asks for any more expire; who misses one says so, and the submitter, who has it, puts it there again.
 */
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Redis } from "ioredis";
import type { Bundle } from "../../tasks/bundle.ts";

const EXPIRES_SECONDS = 24 * 3600;
// As files.ts has it for a file: a packed text cannot be a bomb.
const LARGEST_TEXT = 64 * 1024 * 1024;

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function keyOf(hash: string): string {
  return `hone:content:${hash}`;
}

/** Puts there what is missing; what is there stays longer. */
export async function putContents(redis: Redis, texts: ReadonlyMap<string, string>): Promise<void> {
  const there = await Promise.all([...texts.keys()].map((hash) => redis.expire(keyOf(hash), EXPIRES_SECONDS)));
  await replaceContents(redis, new Map([...texts].filter((_, at) => there[at] !== 1)));
}

/** Whatever is there: somebody could not read it. */
export async function replaceContents(redis: Redis, texts: ReadonlyMap<string, string>): Promise<void> {
  const put = ([hash, text]: readonly [string, string]) =>
    redis.set(keyOf(hash), gzipSync(text, { level: 1 }), "EX", EXPIRES_SECONDS);
  await Promise.all([...texts].map(put));
}

/** The files with their texts, or the first that is not there. */
export async function getContents(
  redis: Redis,
  files: readonly (readonly [path: string, hash: string])[],
): Promise<Bundle | { readonly missing: string }> {
  const packed = await Promise.all(files.map(([, hash]) => redis.getBuffer(keyOf(hash))));
  const bundle: (readonly [string, string])[] = [];
  for (const [at, [path, hash]] of files.entries()) {
    const text = unpacked(packed[at] ?? null);
    if (text === undefined || hashOf(text) !== hash) return { missing: path };
    bundle.push([path, text]);
  }
  return bundle;
}

/** Undefined for what was not packed by `putContents`, as good as missing. */
function unpacked(bytes: Buffer | null): string | undefined {
  try {
    return bytes === null ? undefined : gunzipSync(bytes, { maxOutputLength: LARGEST_TEXT }).toString("utf8");
  } catch {
    return undefined;
  }
}
