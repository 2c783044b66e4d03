/**
 * The playground: a program and options, from the address or from an example, are verified beside the page, and what comes of it is
 * shown in the program. The address always has what the page shows, so that it can be sent.
 */
import { turn } from "report-script";
import { makeControls } from "./controls.ts";
import { makeEditor } from "./editor.ts";
import { EXAMPLES, type Example } from "./examples.ts";
import { decoded, encoded } from "./fragment.ts";
import { checkOptions, DEFAULT_OPTIONS, type Options } from "./options.ts";
import { one, toast } from "./page.ts";
import { makeResults } from "./results.ts";
import type {} from "./start.ts";
import { Verifier } from "./verifier.ts";

// Longer than between two keys.
const PAUSE_MS = 400;

const verifier = new Verifier(honeWorkers);
const editor = makeEditor(one("#editor"), edited);
const results = makeResults(editor);
const controls = makeControls(edited, (example) => {
  loadExample(example);
  void remember();
  void verify();
});
let pause: ReturnType<typeof setTimeout> | undefined;

async function verify(): Promise<void> {
  const { options } = controls;
  const asked = editor.text;
  results.begin(options);
  const checking = verifier.check(asked, checkOptions(options), { progress: results.progress });
  showButtons();
  const checked = await checking;
  showButtons();
  if (checked.kind === "superseded") return;
  if (checked.kind === "error") results.fail(checked.message);
  else results.show(checked.result, checked.pictures, options);
  performance.mark("hone-verdict");
  if (editor.text !== asked) results.outdate();
  void diagnose();
}

/** One place, two buttons. */
function showButtons(): void {
  one("#verify").hidden = verifier.isRunning;
  one("#stop").hidden = !verifier.isRunning;
}

/** The program or an option is another one. */
function edited(): void {
  results.outdate();
  const { example } = controls;
  if (example !== undefined && example.text !== editor.text) controls.example = undefined;
  clearTimeout(pause);
  pause = setTimeout(() => {
    void diagnose();
    void remember();
  }, PAUSE_MS);
}

async function diagnose(): Promise<void> {
  const asked = editor.text;
  const found = await verifier.read(asked, checkOptions(controls.options));
  if (found !== undefined && editor.text === asked) editor.diagnose(found);
}

/** Puts what the page shows into its address. */
async function remember(): Promise<string> {
  const { options, example } = controls;
  const asIs = example !== undefined && example.text === editor.text && same(options, optionsOf(example));
  const fragment = asIs ? `#example=${example.name}` : await encoded({ program: editor.text, options });
  history.replaceState(null, "", fragment);
  return location.href;
}

function same(one: Options, other: Options): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function optionsOf({ options }: Example): Options {
  return { ...DEFAULT_OPTIONS, ...options };
}

function loadExample(example: Example): void {
  controls.example = example;
  controls.options = optionsOf(example);
  editor.load(example.text);
}

async function loadAddress(): Promise<void> {
  const found = await decoded(location.hash);
  const first = EXAMPLES[0] as Example;
  if (found.kind === "problem") toast(found.message);
  if (found.kind === "shared") {
    const { program, options } = found.shared;
    controls.options = options;
    controls.example = undefined;
    editor.load(program);
  } else loadExample((found.kind === "example" ? EXAMPLES.find(({ name }) => name === found.name) : first) ?? first);
  await verify();
}

async function share(): Promise<void> {
  const link = await remember();
  const size = `${(link.length / 1000).toFixed(1)} KB`;
  try {
    await navigator.clipboard.writeText(link);
    toast(`Copied a link with the program and the options in it (${size}). No server sees them.`);
  } catch {
    toast(`The address of this page is the link: the program and the options are in it (${size}).`);
  }
}

one("#verify").addEventListener("click", () => void verify());
one("#stop").addEventListener("click", () => verifier.stop());
one("#share").addEventListener("click", () => void share());
one("#theme").addEventListener("click", turn);
addEventListener("hashchange", () => void loadAddress());

document.addEventListener(
  "keydown",
  (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const target = event.target as Element;
    if ((ctrlKey || metaKey) && key === "Enter") void verify();
    else if (key === "F10" && !ctrlKey && !metaKey && !altKey) results.step(shiftKey ? -1 : 1);
    else if (key === "Escape" && verifier.isRunning) verifier.stop();
    else if (ctrlKey || metaKey || altKey || target.closest(".cm-editor, input, select, summary") !== null) return;
    else if (key === "t") turn();
    else if (!results.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  // Before the editor, which has keys of its own.
  { capture: true },
);

// Before the first check, which may take long.
void verifier.about().then(controls.offer);
void loadAddress();
