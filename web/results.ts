/**
 * What is told about a run: the verdict on top, what stands beside the program, the counterexample to step through, the engine's
 * pictures. Words, panels and stepping are those of the report (src/report/page).
 */
import { pictureShow, type Stepped, stepKey, stepper } from "report-script";
import type { Snapshot } from "../src/engines/engine.ts";
import { analysisTab } from "../src/report/page/analysis.ts";
import { panels } from "../src/report/page/panels.ts";
import { picture } from "../src/report/page/picture.ts";
import { sentenceOf } from "../src/report/page/sentence.ts";
import { runOf } from "../src/report/page/stepped-run.ts";
import type { Place, Result } from "../src/report/result.ts";
import type { Editor } from "./editor.ts";
import type { Reached } from "./messages.ts";
import { commandLine, type Options } from "./options.ts";
import { element, one } from "./page.ts";

type View = "program" | "analysis";

export interface Results {
  /** Work has begun. */
  begin(options: Options): void;
  progress(reached: Reached, newest: Snapshot | undefined): void;
  show(result: Result, pictures: readonly Snapshot[], options: Options): void;
  fail(message: string): void;
  /** The program or the options are others than those of what is shown. */
  outdate(): void;
  step(by: number): void;
  /** Keys of the report; says whether it was one. */
  key(event: KeyboardEvent): boolean;
}

// Whoever is done sooner is not told to be working: that would flicker.
const PATIENCE_MS = 250;
const CLOCK_MS = 100;

export function makeResults(editor: Editor): Results {
  const side = one("#panels");
  let stepped: Stepped | undefined;
  let shown: ReturnType<typeof pictureShow> | undefined;
  let clock: ReturnType<typeof setInterval> | undefined;
  let earlier: Snapshot | undefined;

  const view = (): View => (one("#analysis").hidden ? "program" : "analysis");
  function open(wanted: View): void {
    if (wanted === "analysis" && one(".tabs").hidden) return;
    for (const id of ["program", "analysis"] as const) {
      one(`#${id}`).hidden = id !== wanted;
      one(`#tab-${id}`).setAttribute("aria-selected", String(id === wanted));
    }
    if (wanted === "analysis") shown?.go(shown.at());
  }
  for (const id of ["program", "analysis"] as const) one(`#tab-${id}`).addEventListener("click", () => open(id));

  const goTo = (line: number): void => {
    open("program");
    editor.goTo(line);
  };
  /** Panels and signs lead to lines; here these are in the editor. */
  side.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a[href^='#L']");
    if (link === null) return;
    event.preventDefault();
    goTo(Number(link.getAttribute("href")?.slice(2)));
  });
  const linkTo = (line: number, text: string): HTMLAnchorElement => {
    const link = element("a", text);
    link.href = `#L${line}`;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      goTo(line);
    });
    return link;
  };

  function verdict(kind: string, text: string, sentence: string): void {
    const badge = one("#verdict");
    badge.className = `badge ${kind}`;
    badge.textContent = text;
    // Escaped by who makes it.
    one("#sentence").innerHTML = sentence;
    one(".outcome").classList.remove("stale");
  }

  function draw(pictures: readonly Snapshot[]): void {
    const tab = one("#analysis");
    one(".tabs").hidden = pictures.length === 0;
    if (pictures.length === 0) open("program");
    tab.innerHTML = pictures.length === 0 ? "" : analysisTab(pictures);
    shown = pictures.length === 0 ? undefined : pictureShow({ linkTo });
  }

  function end(): void {
    clearInterval(clock);
    clock = undefined;
    earlier = undefined;
  }

  return {
    begin(options) {
      end();
      const started = performance.now();
      clock = setInterval(() => {
        const elapsed = performance.now() - started;
        if (elapsed < PATIENCE_MS) return;
        if (side.querySelector(".working") === null) {
          verdict("working", "working", "");
          side.replaceChildren(workingPanel(options));
          stepped = undefined;
          editor.show(undefined);
          draw([]);
        }
        const seconds = elapsed / 1000;
        one<HTMLProgressElement>(".working progress").value = seconds;
        one(".working .clock").textContent = `${seconds.toFixed(1)} s of ${options.timeout}`;
      }, CLOCK_MS);
    },
    progress({ line }, newest) {
      const told = side.querySelector(".working .line");
      if (told === null) return;
      told.textContent = line;
      one("#sentence").textContent = line;
      if (newest === undefined || newest === earlier) return;
      const live = one(".working .live");
      live.hidden = false;
      live.innerHTML = `<p class="quiet"></p>${picture(newest, earlier)}`;
      one(".working .live p").textContent = newest.title;
      earlier = newest;
      const node = live.querySelector(".node.refined")?.getBoundingClientRect();
      const frame = live.getBoundingClientRect();
      if (node !== undefined) live.scrollTop += (node.top + node.bottom - frame.top - frame.bottom) / 2;
    },
    show(result, pictures, options) {
      end();
      verdict(result.verdict, result.verdict.toUpperCase(), sentenceOf(result));
      side.innerHTML = panels(result);
      side.append(commandPanel(options));
      editor.show(result);
      const run = runOf(result);
      const showLine = ({ file, line }: Place) => editor.showStep(file === result.file ? line : undefined);
      stepped =
        side.querySelector("#steps") === null
          ? undefined
          : stepper(run, { showLine, linkTo: ({ line }) => linkTo(line, `line ${line}`) });
      draw(pictures);
    },
    fail(message) {
      end();
      verdict("unknown", "ERROR", "");
      one("#sentence").textContent = message;
      side.replaceChildren();
      stepped = undefined;
      editor.show(undefined);
      draw([]);
    },
    outdate() {
      if (clock === undefined) one(".outcome").classList.add("stale");
    },
    step: (by) => stepped?.go(stepped.at() + by),
    key(event) {
      const inPictures = view() === "analysis";
      if (event.key === "1") open("program");
      else if (event.key === "2") open("analysis");
      else if (!stepKey(event, inPictures ? shown : stepped) && !(inPictures && shown?.key(event) === true))
        return false;
      return true;
    },
  };
}

function workingPanel({ timeout }: Options): HTMLElement {
  const panel = element("section", undefined, "panel working");
  const bar = element("progress");
  bar.max = timeout;
  const live = element("div", undefined, "live");
  live.hidden = true;
  panel.append(element("h2", "Working"), bar, element("p", "", "clock quiet"), element("p", "", "line mono"), live);
  return panel;
}

function commandPanel(options: Options): HTMLElement {
  const panel = element("section", undefined, "panel about");
  panel.append(element("h2", "On the command line"), element("code", commandLine(options), "command"));
  return panel;
}
