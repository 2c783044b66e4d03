/** What a run's page does: step through the pictures, zoom, show a node's whole state. Plain DOM, nothing is loaded. */
export const SCRIPT = `
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const steps = all(".step"), buttons = all(".steps button"), canvas = one(".canvas");
  const previous = one("#previous"), next = one("#next"), detail = one("#detail");
  let current = 0, zoom = 1, chosen;
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const svg = () => steps[current] && steps[current].querySelector("svg");
  function scale() {
    const picture = svg();
    if (!picture) return;
    picture.setAttribute("width", picture.viewBox.baseVal.width * zoom);
    picture.setAttribute("height", picture.viewBox.baseVal.height * zoom);
  }
  function fit() {
    const picture = svg();
    if (picture) zoom = clamp((canvas.clientWidth - 24) / picture.viewBox.baseVal.width, 0.6, 1);
    scale();
  }
  function bring(element, inside, how) {
    const own = element.getBoundingClientRect(), frame = inside.getBoundingClientRect();
    if (how === "nearest" && own.top >= frame.top && own.bottom <= frame.bottom) return;
    inside.scrollTop += own.top + own.height / 2 - frame.top - frame.height / 2;
    inside.scrollLeft += own.left + own.width / 2 - frame.left - frame.width / 2;
  }
  function show(index) {
    current = clamp(index, 0, steps.length - 1);
    steps.forEach((step, at) => { step.hidden = at !== current; });
    all(".notes-of").forEach((notes, at) => { notes.hidden = at !== current; });
    buttons.forEach((button, at) => { at === current ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current"); });
    one(".bar .title").textContent = buttons[current] ? buttons[current].textContent : "";
    one("#count").textContent = steps.length === 0 ? "" : (current + 1) + " / " + steps.length;
    previous.disabled = current === 0; next.disabled = current >= steps.length - 1;
    if (buttons[current]) bring(buttons[current], one(".side.left"), "nearest");
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
    detail.replaceChildren();
    const title = document.createElement("p"), pre = document.createElement("pre");
    title.textContent = "Node " + id + ", " + place + (kind === "ordinary" ? "" : ", " + kind) + (covered === undefined ? "" : " by " + covered);
    pre.textContent = state === "" ? "nothing is known" : state;
    detail.append(title, pre);
  }
  document.addEventListener("click", (event) => {
    const node = event.target.closest && event.target.closest(".node");
    if (node) choose(node);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowRight" || event.key === "n") show(current + 1);
    else if (event.key === "ArrowLeft" || event.key === "p") show(current - 1);
    else if (event.key === "Home") show(0);
    else if (event.key === "End") show(steps.length - 1);
    else if (event.key === "+" || event.key === "=") { zoom = clamp(zoom * 1.2, 0.1, 3); scale(); }
    else if (event.key === "-") { zoom = clamp(zoom / 1.2, 0.1, 3); scale(); }
    else if (event.key === "0") fit();
    else if (event.key === "Enter" && event.target.closest && event.target.closest(".node")) choose(event.target.closest(".node"));
    else return;
    event.preventDefault();
  });
  buttons.forEach((button, at) => button.addEventListener("click", () => show(at)));
  previous.addEventListener("click", () => show(current - 1));
  next.addEventListener("click", () => show(current + 1));
  one("#larger").addEventListener("click", () => { zoom = clamp(zoom * 1.2, 0.1, 3); scale(); });
  one("#smaller").addEventListener("click", () => { zoom = clamp(zoom / 1.2, 0.1, 3); scale(); });
  one("#fit").addEventListener("click", fit);
  one("#labels").addEventListener("change", (event) => canvas.classList.toggle("no-labels", !event.target.checked));
  show(0);
})();
`;
