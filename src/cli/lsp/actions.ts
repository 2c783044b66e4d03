/** What can be done at a place: what mends a diagnostic of the front end, and what lenses offer, for editors that have none. */
import { basename } from "node:path";
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
  type Range,
} from "vscode-languageserver/node";
import { lensCommands } from "./between-lines.ts";
import type { ReadDiagnostic } from "./messages.ts";
import type { OpenFile } from "./open-file.ts";
import { rangeOf } from "./positions.ts";
import type { Session } from "./session.ts";

export async function codeActions({ textDocument, range, context }: CodeActionParams, session: Session) {
  const file = session.file(textDocument.uri);
  if (file === undefined) return [];
  const wanted = (kind: CodeActionKind) => context.only === undefined || context.only.some((one) => within(kind, one));
  const fixes = wanted(CodeActionKind.QuickFix) ? await quickFixes(file, range, context.diagnostics, session) : [];
  return [...fixes, ...(wanted(CodeActionKind.Source) ? functionActions(file, range) : [])];
}

/** `source` is wanted by who wants `source`, and by who wants everything. */
function within(kind: CodeActionKind, wanted: CodeActionKind): boolean {
  return wanted === "" || kind === wanted || kind.startsWith(`${wanted}.`);
}

async function quickFixes(file: OpenFile, range: Range, shown: readonly Diagnostic[], session: Session) {
  const actions: CodeAction[] = [];
  const { document, generation } = file;
  for (const diagnostic of file.reading?.diagnostics ?? []) {
    if (!isHere(diagnostic, file, range)) continue;
    const fixes = await session.fixes(file, diagnostic);
    // Another text is there: places in it are others.
    if (file.generation !== generation) return [];
    const mended = shown.filter(({ message }) => message === diagnostic.message);
    for (const { title, line, column, length, text } of fixes) {
      const edit = { range: rangeOf(document, line, column, length), newText: text };
      actions.push({
        ...{ title, kind: CodeActionKind.QuickFix, diagnostics: mended },
        edit: { changes: { [document.uri]: [edit] } },
      });
    }
  }
  return actions;
}

function isHere({ line, column, length, file: name }: ReadDiagnostic, file: OpenFile, range: Range): boolean {
  if (basename(file.path) !== name) return false;
  const { start, end } = rangeOf(file.document, line, column, length);
  return start.line <= range.end.line && end.line >= range.start.line;
}

/** What the lens of the function offers in which the place is. */
function functionActions(file: OpenFile, { start }: Range): CodeAction[] {
  const line = start.line + 1;
  const inside = file.reading?.functions.find((one) => one.line <= line && line <= one.lastLine);
  if (inside === undefined) return [];
  return lensCommands(file, inside.name).map((command) => ({
    ...{ title: `hone: ${command.title} (${inside.name})`, kind: CodeActionKind.Source, command },
  }));
}
