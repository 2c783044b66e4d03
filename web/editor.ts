/** The editor: C with colours, diagnostics in the text with their fixes, and what a result says at its lines. */

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Fix } from "../src/cfa/read-fixes.ts";
import type { Result } from "../src/report/result.ts";
import { annotations, showResult, showStep, startOf } from "./annotations.ts";
import { c } from "./c-language.ts";
import type { FixableDiagnostic } from "./messages.ts";

/** Colours are the page's, which change with light and dark. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.typeName, tags.standard(tags.typeName), tags.bool, tags.null], color: "var(--keyword)" },
  { tag: [tags.string, tags.character], color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: [tags.comment, tags.processingInstruction, tags.meta], color: "var(--comment)" },
]);

// A line at the very edge is hard to read.
const MARGIN = 30;

export interface Editor {
  readonly text: string;
  /** Another program, as if it had always been there. */
  load(text: string): void;
  show(result: Result | undefined): void;
  showStep(line: number | undefined): void;
  /** Puts the cursor there. */
  goTo(line: number): void;
  diagnose(diagnostics: readonly FixableDiagnostic[]): void;
  focus(): void;
}

export function makeEditor(parent: HTMLElement, onEdit: () => void): Editor {
  const extensions: Extension = [
    annotations(),
    lineNumbers(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    indentOnInput(),
    indentUnit.of("  "),
    bracketMatching(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    c,
    syntaxHighlighting(COLOURS),
    keymap.of([
      ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
      ...historyKeymap,
      ...searchKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({ "aria-label": "C program", spellcheck: "false" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onEdit();
    }),
  ];
  const stateOf = (text: string) => EditorState.create({ doc: text, extensions });
  const view = new EditorView({ parent, state: stateOf("") });
  return {
    get text() {
      return view.state.doc.toString();
    },
    load: (text) => view.setState(stateOf(text)),
    show: (result) => view.dispatch({ effects: showResult.of(result) }),
    showStep(line) {
      view.dispatch({ effects: showStep.of(line) });
      const at = line === undefined ? undefined : startOf(line, view.state);
      if (at !== undefined) bring(view, at, "nearest");
    },
    goTo(line) {
      const at = startOf(line, view.state);
      if (at === undefined) return;
      view.dispatch({ selection: { anchor: at } });
      view.focus();
      bring(view, at, "centre");
    },
    diagnose(diagnostics) {
      const found = diagnostics.flatMap((one) => marked(one, view.state));
      view.dispatch(setDiagnostics(view.state, found));
    },
    focus: () => view.focus(),
  };
}

/** Scrolls the editor, and not the page around it: who steps by its buttons does not lose them. */
function bring(view: EditorView, at: number, where: "nearest" | "centre"): void {
  const { scrollDOM } = view;
  const { top, bottom } = view.lineBlockAt(at);
  const [from, to] = [scrollDOM.scrollTop + MARGIN, scrollDOM.scrollTop + scrollDOM.clientHeight - MARGIN];
  if (where === "nearest" && top >= from && bottom <= to) return;
  scrollDOM.scrollTop = (top + bottom - scrollDOM.clientHeight) / 2;
}

function marked({ line, column, message, severity, fixes }: FixableDiagnostic, state: EditorState): Diagnostic[] {
  const start = startOf(line, state);
  if (start === undefined) return [];
  const { to: end, text } = state.doc.lineAt(start);
  const from = Math.min(start + column - 1, end);
  const word = /^(?:\w+|"[^"]*"|<[^>]*>|.)/.exec(text.slice(from - start))?.[0] ?? "";
  const actions = fixes.map((fix) => ({ name: fix.title, apply: (view: EditorView) => apply(fix, view) }));
  return [{ from, to: from + word.length, severity: severity === "note" ? "info" : severity, message, actions }];
}

function apply({ line, column, length, text }: Fix, view: EditorView): void {
  const start = startOf(line, view.state);
  if (start === undefined) return;
  const from = start + column - 1;
  view.dispatch({ changes: { from, to: from + length, insert: text } });
}
