/**
 * Program and options as the fragment of a link, which no server ever sees: `#z=` and JSON, deflated, in base64url; `#j=` the same
 * without compression, where the browser has none; `#example=NAME` for an example as it is. A link may come from anybody: what cannot
 * be read is a message, and what unpacks to more than a program could be is not unpacked.
 */
import { differences, type Options, optionsFrom } from "./options.ts";

export interface Shared {
  readonly program: string;
  readonly options: Options;
}

export type Decoded =
  | { readonly kind: "shared"; readonly shared: Shared }
  | { readonly kind: "example"; readonly name: string }
  | { readonly kind: "none" }
  | { readonly kind: "problem"; readonly message: string };

const LARGEST_TEXT = 2_000_000;
const FORMAT = "deflate-raw";

/** @param compression left out where a link should be made as by a browser that has none. */
export async function encoded(
  { program, options }: Shared,
  compression: "compressed" | "plain" = canCompress() ? "compressed" : "plain",
): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ program, ...differences(options) }));
  if (compression === "plain") return `#j=${base64url(bytes)}`;
  return `#z=${base64url(await collected(streamOf(bytes).pipeThrough(new CompressionStream(FORMAT))))}`;
}

export async function decoded(fragment: string): Promise<Decoded> {
  const [, kind, value = ""] = /^#(z|j|example)=(.*)$/s.exec(fragment) ?? [];
  if (kind === undefined) return { kind: "none" };
  if (kind === "example") return { kind: "example", name: value };
  try {
    const bytes = bytesOf(value);
    const text = kind === "j" ? bytes : await collected(streamOf(bytes).pipeThrough(new DecompressionStream(FORMAT)));
    const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
    const program = (found as { readonly program?: unknown } | null)?.program;
    if (typeof program !== "string") return { kind: "problem", message: "the link has no program in it" };
    return { kind: "shared", shared: { program, options: optionsFrom(found) } };
  } catch (error) {
    const what = error instanceof TooLarge ? "what it unpacks to is too large" : "it was cut off or changed on its way";
    return { kind: "problem", message: `the link cannot be read: ${what}` };
  }
}

class TooLarge extends Error {}

function canCompress(): boolean {
  return typeof CompressionStream === "function";
}

type Bytes = Uint8Array<ArrayBuffer>;

function streamOf(bytes: Bytes): ReadableStream<Bytes> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

async function collected(stream: ReadableStream<Uint8Array>): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > LARGEST_TEXT) {
      await reader.cancel();
      throw new TooLarge();
    }
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function base64url(bytes: Bytes): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text: string): Bytes {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
