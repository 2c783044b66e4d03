/**
 * What the page does: steps through the counterexample with calls and memory, switches tabs and colours, steps through the engine's
 * pictures. Plain DOM; text of the program is only ever set as text. Nothing is loaded. `PARTS` is what the playground (`web/`) does
 * the same with.
 */
import { PICTURES } from "./pictures.ts";
import { SHARED } from "./shared.ts";
import { STEPPER } from "./stepper.ts";

/**
 * Functions as text: `stepper`, `pictureShow`, and what they need.
 * @public scripts/build-web.mjs makes a module of it.
 */
export const PARTS = `${SHARED}${STEPPER}${PICTURES}`;

export const SCRIPT = `
(() => {
${PARTS}
  on("#theme", turn);
  const below = () => root.style.setProperty("--below", one("header").offsetHeight + 20 + "px");
  addEventListener("resize", below);
  below();
  const tabs = all("[role=tab]");
  const open = () => one(".tab:not([hidden])").id;
  function show(id) {
    if (!one("#" + id)) return;
    all(".tab").forEach((tab) => { tab.hidden = tab.id !== id; });
    tabs.forEach((tab) => tab.setAttribute("aria-selected", String(tab.getAttribute("aria-controls") === id)));
    if (id === "analysis") shown.go(shown.at());
  }
  tabs.forEach((tab) => tab.addEventListener("click", () => show(tab.getAttribute("aria-controls"))));

  const run = JSON.parse(one("#run").textContent);
  const rowOf = (place) => {
    const view = all(".view").find((found) => found.dataset.file === place.file);
    return view ? view.querySelector('tr[data-line="' + place.line + '"]') : null;
  };
  function showLine(place, how) {
    all(".code tr.now").forEach((row) => row.classList.remove("now"));
    const row = rowOf(place);
    if (!row) return;
    row.classList.add("now");
    const box = row.getBoundingClientRect();
    if (innerWidth > 1000 && (box.top < one("header").offsetHeight + 30 || box.bottom > innerHeight - 110)) row.scrollIntoView({ block: "center", behavior: how || "auto" });
  }
  function linkTo(place) {
    const link = element("a", "line " + place.line), row = rowOf(place);
    link.href = row ? "#" + row.id : "#";
    return link;
  }
  function fromPicture(line, text) {
    if (!one("#L" + line)) return text;
    const link = element("a", text);
    link.href = "#L" + line;
    link.addEventListener("click", () => show("program"));
    return link;
  }
  const stepped = run.steps.length > 0 && one("#steps") ? stepper(run, { showLine, linkTo }) : undefined;
  for (const place of stepped ? run.steps : []) { const row = rowOf(place); if (row) row.classList.add("visited"); }
  const shown = one("#analysis") ? pictureShow({ linkTo: fromPicture }) : undefined;

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
    const inPictures = open() === "analysis", current = inPictures ? shown : stepped;
    if (event.key === "t") turn();
    else if (event.key === "1") show("program");
    else if (event.key === "2") show("analysis");
    else if (!stepKey(event, current) && !(inPictures && shown.key(event))) return;
    event.preventDefault();
  });
})();
`;
