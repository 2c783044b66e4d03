/**
 * Steps through the engine's pictures, in the elements that `analysis.ts` writes. `linkTo` makes what leads from a node to its line
 * of the program.
 */
export const PICTURES = `
function pictureShow({ linkTo }) {
  const pictures = all(".step"), buttons = all(".steps button"), canvas = one(".canvas");
  let picture = 0, zoom = 1, chosen;
  const svg = () => pictures[picture] && pictures[picture].querySelector("svg");
  function scale() {
    const drawn = svg();
    if (!drawn) return;
    drawn.setAttribute("width", drawn.viewBox.baseVal.width * zoom);
    drawn.setAttribute("height", drawn.viewBox.baseVal.height * zoom);
  }
  function fit() {
    const drawn = svg();
    if (drawn) zoom = clamp((canvas.clientWidth - 24) / drawn.viewBox.baseVal.width, 0.6, 1);
    scale();
  }
  function bring(inner, inside, how) {
    const own = inner.getBoundingClientRect(), frame = inside.getBoundingClientRect();
    if (how === "nearest" && own.top >= frame.top && own.bottom <= frame.bottom) return;
    inside.scrollTop += own.top + own.height / 2 - frame.top - frame.height / 2;
    inside.scrollLeft += own.left + own.width / 2 - frame.left - frame.width / 2;
  }
  function draw(index) {
    picture = clamp(index, 0, pictures.length - 1);
    pictures.forEach((found, place) => { found.hidden = place !== picture; });
    all(".notes-of").forEach((notes, place) => { notes.hidden = place !== picture; });
    buttons.forEach((button, place) => { place === picture ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current"); });
    one(".bar .title").textContent = buttons[picture] ? buttons[picture].textContent : "";
    one("#count").textContent = (picture + 1) + " / " + pictures.length;
    one("#previous").disabled = picture === 0; one("#next").disabled = picture >= pictures.length - 1;
    if (buttons[picture]) bring(buttons[picture], one(".side.left"), "nearest");
    fit();
    const same = chosen !== undefined && svg() ? svg().querySelector('.node[data-id="' + chosen + '"]') : null;
    const refined = svg() ? svg().querySelector(".node.refined") : null;
    if (same || refined) choose(same || refined);
    if (refined) bring(refined, canvas, "centre");
    else { canvas.scrollTop = 0; canvas.scrollLeft = (canvas.scrollWidth - canvas.clientWidth) / 2; }
  }
  function choose(node) {
    all(".node.chosen").forEach((other) => other.classList.remove("chosen"));
    node.classList.add("chosen");
    chosen = node.dataset.id;
    const { id, place, state, kind, covered } = node.dataset;
    const title = element("p", "Node " + id + ", "), line = /line (\\d+)/.exec(place);
    title.append(line ? linkTo(Number(line[1]), place) : place);
    title.append((kind === "ordinary" ? "" : ", " + kind) + (covered === undefined ? "" : " by " + covered));
    one("#detail").replaceChildren(title, element("pre", state === "" ? "nothing is known" : state));
  }
  const nodeOf = (event) => event.target.closest && event.target.closest(".node");
  canvas.addEventListener("click", (event) => { if (nodeOf(event)) choose(nodeOf(event)); });
  buttons.forEach((button, place) => button.addEventListener("click", () => draw(place)));
  const zoomBy = (factor) => { zoom = clamp(zoom * factor, 0.1, 3); scale(); };
  on("#previous", () => draw(picture - 1));
  on("#next", () => draw(picture + 1));
  on("#larger", () => zoomBy(1.2));
  on("#smaller", () => zoomBy(1 / 1.2));
  on("#fit", fit);
  if (one("#labels")) one("#labels").addEventListener("change", (event) => canvas.classList.toggle("no-labels", !event.target.checked));
  /** Keys that only pictures know; says whether it was one. */
  function key(event) {
    if (event.key === "+" || event.key === "=") zoomBy(1.2);
    else if (event.key === "-") zoomBy(1 / 1.2);
    else if (event.key === "0") fit();
    else if (event.key === "Enter" && nodeOf(event)) choose(nodeOf(event));
    else return false;
    return true;
  }
  return { go: draw, at: () => picture, last: pictures.length - 1, key };
}
`;
