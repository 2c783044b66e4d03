// Completes package-lock.json: an optional package for another platform that the registry at hand does not have is left
// out of the lock file by `npm install`, and `npm ci` then calls the file incomplete. Run it after a change of
// dependencies. An entry says only which version and for which platform; npm never fetches it on another one.
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));

/** `binding-linux-arm64-gnu` and the like: os, cpu, libc. */
function platformOf(name) {
  const words = name.split("/").pop().split("-");
  const find = (list) => list.find((word) => words.includes(word));
  const os = find([
    "android",
    "darwin",
    "freebsd",
    "linux",
    "openharmony",
    "win32",
    "netbsd",
    "openbsd",
    "sunos",
    "aix",
  ]);
  const cpu = find(["arm64", "x64", "arm", "ppc64", "s390x", "ia32", "riscv64", "loong64", "mips64el", "wasm32"]);
  const libc = words.includes("musl")
    ? "musl"
    : words.includes("gnu") || words.includes("gnueabihf")
      ? "glibc"
      : undefined;
  return {
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined ? {} : { libc: [libc] }),
    ...(os === undefined ? {} : { os: [os] }),
  };
}

let added = 0;
for (const entry of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key] !== undefined || !/^\d+\.\d+\.\d+/.test(version)) continue;
    const { cpu, libc, os } = platformOf(name);
    lock.packages[key] = {
      version,
      ...(cpu && { cpu }),
      ...(entry.dev && { dev: true }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os }),
    };
    added += 1;
  }
}
const [root, ...others] = Object.entries(lock.packages);
others.sort(([a], [b]) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries([root, ...others]);
writeFileSync(path, `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`${added} entries added`);
