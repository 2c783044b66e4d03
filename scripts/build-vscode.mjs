// Packs the extension for VS Code (editors/vscode): `npm run build:vscode` makes dist/hone.vsix, which `code --install-extension` takes.
// A .vsix is a zip with the extension's files and two lists of them. Not made by @vscode/vsce, whose 26 dependencies are for a
// marketplace.
import { readFileSync, writeFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";

const FOLDER = "editors/vscode";
const OUT = process.argv[2] ?? "dist/hone.vsix";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const manifest = { ...JSON.parse(readFileSync(`${FOLDER}/package.json`, "utf8")), version };

const { outputFiles } = await build({
  entryPoints: [`${FOLDER}/extension.mjs`],
  bundle: true,
  write: false,
  // What the editor loads, and what it brings.
  format: "cjs",
  external: ["vscode"],
  platform: "node",
  target: "node20",
  minify: true,
  // The licences of what is in it.
  legalComments: "eof",
  logLevel: "warning",
});

const xml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const property = (id, value) => `<Property Id="Microsoft.VisualStudio.${id}" Value="${xml(value)}" />`;
const asset = (type, path) => `<Asset Type="Microsoft.VisualStudio.${type}" Path="${path}" Addressable="true" />`;

const vsixManifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${manifest.name}" Version="${version}" Publisher="${manifest.publisher}" />
    <DisplayName>${xml(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${xml(manifest.description)}</Description>
    <Tags>${xml(manifest.keywords.join(","))}</Tags>
    <Categories>${xml(manifest.categories.join(","))}</Categories>
    <Properties>
      ${property("Code.Engine", manifest.engines.vscode)}
      ${property("Code.ExtensionDependencies", "")}
      ${property("Code.ExtensionPack", "")}
      ${property("Code.ExtensionKind", manifest.extensionKind.join(","))}
      ${property("Services.Links.Source", manifest.repository.url)}
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
    ${asset("Code.Manifest", "extension/package.json")}
    ${asset("Services.Content.Details", "extension/README.md")}
    ${asset("Services.Content.License", "extension/LICENSE.txt")}
  </Assets>
</PackageManifest>
`;

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json" />
  <Default Extension=".js" ContentType="application/javascript" />
  <Default Extension=".md" ContentType="text/markdown" />
  <Default Extension=".txt" ContentType="text/plain" />
  <Default Extension=".vsixmanifest" ContentType="text/xml" />
</Types>
`;

const files = {
  "extension.vsixmanifest": Buffer.from(vsixManifest),
  "[Content_Types].xml": Buffer.from(contentTypes),
  "extension/package.json": Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`),
  "extension/extension.js": Buffer.from(outputFiles[0].contents),
  "extension/README.md": readFileSync(`${FOLDER}/README.md`),
  "extension/LICENSE.txt": readFileSync("LICENSE"),
};
writeFileSync(OUT, zipped(files));
for (const [name, content] of Object.entries(files)) console.log(`${String(content.length).padStart(8)}  ${name}`);
console.log(`${OUT}: ${readFileSync(OUT).length} bytes`);

/** A zip of files by their names (APPNOTE.TXT 4.3), without times, so that it is the same whenever it is made. */
function zipped(contents) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(contents)) {
    const packed = deflateRawSync(content, { level: 9 });
    const path = Buffer.from(name);
    // Version 2.0, deflated, the first day that a zip can name.
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt16LE(0x21, 8);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from("PK\x03\x04", "latin1"), about, path, packed);
    const entry = Buffer.alloc(46);
    entry.write("PK\x01\x02", 0, "latin1");
    entry.writeUInt16LE(20, 4);
    about.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, path);
    offset += 30 + path.length + packed.length;
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
