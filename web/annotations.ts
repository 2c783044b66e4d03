/**
 * What a result says, in the editor: signs before lines that were checked, notes under lines, a bar at lines that the counterexample
 * passes, and the line of the step that is shown. All of it moves with the text when that is edited.
 */
import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter, WidgetType } from "@codemirror/view";
import { type CheckState, checksOf, codeIn, MARKS, type Note, notesOf } from "../src/report/page/source-view.ts";
import type { Result } from "../src/report/result.ts";

/** Undefined: there is nothing to show any more. */
export const showResult = StateEffect.define<Result | undefined>();
/** The line of a step, from 1; undefined: none. */
export const showStep = StateEffect.define<number | undefined>();

class NoteWidget extends WidgetType {
  readonly #note: Note;

  constructor(note: Note) {
    super();
    this.#note = note;
  }

  override eq(other: NoteWidget): boolean {
    const [one, two] = [this.#note, other.#note];
    return one.kind === two.kind && one.label === two.label && one.text === two.text;
  }

  override toDOM(): HTMLElement {
    const { kind, label, text } = this.#note;
    const note = document.createElement("div");
    note.className = `note ${kind}`;
    const name = document.createElement("span");
    name.className = "label";
    name.textContent = label;
    const what = document.createElement("span");
    // Escaped by who makes it.
    what.innerHTML = codeIn(text);
    note.append(name, " ", what);
    return note;
  }
}

class Sign extends GutterMarker {
  readonly #state: CheckState;
  readonly #texts: readonly string[];

  constructor(state: CheckState, texts: readonly string[]) {
    super();
    this.#state = state;
    this.#texts = texts;
  }

  override toDOM(): HTMLElement {
    const sign = document.createElement("span");
    sign.className = `mark ${this.#state}`;
    sign.textContent = MARKS[this.#state].sign;
    sign.title = [MARKS[this.#state].title, ...this.#texts.slice(0, 6)].join("\n");
    return sign;
  }
}

const VISITED = Decoration.line({ class: "visited" });
const NOW = Decoration.line({ class: "now" });

const notes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, state }) {
    const shown = effects.find((effect) => effect.is(showResult));
    return shown === undefined ? before.map(changes) : decorations(shown.value, state);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const signs = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(before, { changes, effects, state }) {
    const shown = effects.find((effect) => effect.is(showResult));
    return shown === undefined ? before.map(changes) : markers(shown.value, state);
  },
});

const step = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, state }) {
    let after = before.map(changes);
    for (const effect of effects) {
      if (effect.is(showResult)) after = Decoration.none;
      if (effect.is(showStep)) {
        const at = effect.value === undefined ? undefined : startOf(effect.value, state);
        after = at === undefined ? Decoration.none : Decoration.set(NOW.range(at));
      }
    }
    return after;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function annotations(): Extension {
  return [
    notes,
    signs,
    step,
    gutter({
      class: "signs",
      markers: (view) => view.state.field(signs),
      initialSpacer: () => new Sign("open", []),
    }),
  ];
}

/** Where a line begins; undefined where the program has no such line any more. */
export function startOf(line: number, { doc }: EditorState): number | undefined {
  return line >= 1 && line <= doc.lines ? doc.line(line).from : undefined;
}

function decorations(result: Result | undefined, state: EditorState): DecorationSet {
  if (result === undefined) return Decoration.none;
  const passed = new Set(
    (result.counterexample?.steps ?? []).filter(({ file }) => file === result.file).map(({ line }) => line),
  );
  const lines = [...passed].flatMap((line) => {
    const at = startOf(line, state);
    return at === undefined ? [] : [VISITED.range(at)];
  });
  const under = [...notesOf(result)].flatMap(([place, told]) => {
    const at = placed(place, result, state);
    if (at === undefined) return [];
    const { to } = state.doc.lineAt(at);
    // What the front end says is marked in the text itself.
    return told
      .filter(({ kind }) => kind !== "diagnosed")
      .map((note, index) =>
        Decoration.widget({ widget: new NoteWidget(note), block: true, side: index + 1 }).range(to),
      );
  });
  return Decoration.set([...lines, ...under], true);
}

function markers(result: Result | undefined, state: EditorState): RangeSet<GutterMarker> {
  if (result === undefined) return RangeSet.empty;
  const found = [...checksOf(result)].flatMap(([place, { state: of, texts }]) => {
    const at = placed(place, result, state);
    return at === undefined ? [] : [new Sign(of, texts).range(at)];
  });
  return RangeSet.of(found, true);
}

/** Where the line of a `file:line` begins; undefined where that is not in the editor. */
function placed(place: string, { file }: Result, state: EditorState): number | undefined {
  const [, name, line] = /^(.*):(\d+)$/s.exec(place) ?? [];
  return name === file ? startOf(Number(line), state) : undefined;
}
