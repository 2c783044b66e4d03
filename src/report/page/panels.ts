/** What stands beside the source: the counterexample to step through, or why there is none; conditions, attempts, statistics. */
import { counted } from "../../util/counted.ts";
import type { Result } from "../result.ts";
import { showHolds } from "../text.ts";
import { violationsOf } from "../violations.ts";
import { codeIn } from "./source-view.ts";
import { escapeHtml } from "./text.ts";

// What a panel shows; the JSON has all of it.
const SHOWN_INPUTS = 40;
const SHOWN_NOTES = 60;

export function panels(result: Result): string {
  return [
    stepper(result),
    inputs(result),
    further(result),
    gaveUp(result),
    invariants(result),
    list("Assumed", result.assumptions, "The verdict holds under these conditions."),
    result.vacuous === undefined ? "" : panel("Vacuous", `<p>${escapeHtml(result.vacuous)}</p>`),
    approximations(result),
    about(result),
  ].join("\n");
}

function panel(title: string, body: string, attributes = 'class="panel"'): string {
  return `<section ${attributes}><h2>${escapeHtml(title)}</h2>${body}</section>`;
}

function stepper({ counterexample }: Result): string {
  if (counterexample === undefined || counterexample.steps.length === 0) return "";
  const buttons = [
    ["first", "First step (Home)", "&#8676;"],
    ["previous", "Step back (left arrow)", "&larr;"],
    ["next", "Step (right arrow)", "&rarr;"],
    ["last", "The violation (End)", "&#8677;"],
  ].map(([id, title, sign]) => `<button id="step-${id}" title="${title}" aria-label="${title}">${sign}</button>`);
  const omitted = counterexample.omittedSteps ?? 0;
  const before = omitted > 0 ? `<p class="quiet">${counted(omitted, "step")} before these are left out.</p>` : "";
  return panel(
    "How it comes about",
    `<div class="stepper">${buttons.join("")}<span id="step-count" class="quiet" aria-live="polite"></span></div>${before}
<div id="step-text" class="step-text" aria-live="polite"></div>
<h3>Calls</h3><ol id="stack" class="stack"></ol>
<h3>Memory</h3><table id="memory" class="memory"><tbody></tbody></table>`,
    'class="panel" id="steps"',
  );
}

function inputs({ counterexample }: Result): string {
  if (counterexample === undefined) return "";
  const { inputs: all, found } = counterexample;
  if (all.length === 0) return panel("Inputs", '<p class="quiet">The program reads nothing.</p>');
  const rows = all
    .slice(0, SHOWN_INPUTS)
    .map(({ source, value }) => `<tr><td>${escapeHtml(source)}</td><td>${escapeHtml(value)}</td></tr>`);
  const rest = all.length - SHOWN_INPUTS;
  const shorter =
    found !== undefined && found.inputs > all.length
      ? `<p class="quiet">Found with ${found.inputs} inputs; these are enough.</p>`
      : "";
  return panel(
    "Inputs, in the order they are read",
    `<table class="values">${rows.join("")}</table>${rest > 0 ? `<p class="quiet">... ${rest} more</p>` : ""}${shorter}`,
  );
}

/** The first one has the panels above. */
function further(result: Result): string {
  const items = violationsOf(result)
    .slice(1)
    .map(({ violation, counterexample }) => {
      const read = (counterexample?.inputs ?? []).slice(0, SHOWN_INPUTS);
      const values = read.map(({ source, value }) => escapeHtml(`${source} = ${value}`)).join(", ");
      const why = violation.why === undefined ? "" : `: ${codeIn(violation.why)}`;
      const from = values === "" ? "" : `<br><span class="quiet">${values}</span>`;
      return `<li>${linkTo(violation.line)} ${escapeHtml(violation.message)}${why}${from}</li>`;
    });
  if (items.length === 0) return "";
  return panel(
    "Other violations",
    `<p class="quiet">Each with inputs of its own.</p><ul class="list">${items.join("")}</ul>`,
  );
}

function gaveUp({ verdict, attempts = [], diagnostics = [], help }: Result): string {
  if (verdict !== "unknown") return "";
  const isRead = diagnostics.every(({ severity }) => severity !== "error");
  const said = diagnostics
    .slice(0, SHOWN_NOTES)
    .map(({ line, severity, message }) => `<li>${linkTo(line)} ${escapeHtml(severity)}: ${escapeHtml(message)}</li>`);
  const rows = attempts.map(
    ({ engine, reason, wallMs }) =>
      `<tr><td>${escapeHtml(engine)}</td><td>${escapeHtml(reason)}</td><td class="amount">${seconds(wallMs)}</td></tr>`,
  );
  return [
    said.length === 0 ? "" : panel(isRead ? "Warnings" : "What is wrong", `<ul class="list">${said.join("")}</ul>`),
    isRead && help !== undefined ? panel("What is open", openList(help)) : "",
    rows.length === 0 ? "" : panel("What was tried", `<table class="values attempts">${rows.join("")}</table>`),
    isRead ? panel("What may help", `<ul class="list">${HELP.map((one) => `<li>${one}</li>`).join("")}</ul>`) : "",
  ].join("\n");
}

function openList({ proved, open, omittedOpen = 0, atWork, next }: NonNullable<Result["help"]>): string {
  const items = open.map(({ line, text, why, at }) => {
    const fault = why === undefined ? "" : `: ${escapeHtml(why)}`;
    return `<li>${linkTo(line)} <code>${escapeHtml(text)}</code>${fault}${at === undefined ? "" : ` (${linkTo(at.line)})`}</li>`;
  });
  const more = omittedOpen > 0 ? `<li>... ${omittedOpen} more</li>` : "";
  const worker = atWork === undefined ? "" : ` Still at work: ${escapeHtml(`${atWork.engine} (${atWork.reached})`)}.`;
  return `<p class="quiet">Proved all the same: ${counted(proved, "check")}.${worker} Next: ${escapeHtml(next)}.</p><ul class="list">${items.join("")}${more}</ul>`;
}

/** Nobody should be left with "unknown"; docs/verdicts.md says more. */
const HELP = [
  "This is no hint in one direction or the other.",
  "More time and memory: <code>--timeout 300 --memory 8000</code>.",
  "A smaller question: one function (<code>--entry f</code>), or fewer checks.",
  "What you know of a loop, as an assertion in it.",
];

function invariants({ invariants: all, verdict }: Result): string {
  if (all.length === 0) return "";
  const items = all
    .slice(0, SHOWN_NOTES)
    .map(
      (one) =>
        `<li>${linkTo(one.line)} <span class="quiet">in ${escapeHtml(one.function)}</span><pre>${escapeHtml(one.expression + showHolds(one))}</pre></li>`,
    );
  const intro =
    verdict === "safe" ? '<p class="quiet">True whenever a loop head is passed; checked independently.</p>' : "";
  return panel("Invariants", `${intro}<ul class="list">${items.join("")}</ul>`);
}

function list(title: string, texts: readonly string[], intro: string): string {
  if (texts.length === 0) return "";
  const items = texts.slice(0, SHOWN_NOTES).map((text) => `<li>${escapeHtml(text)}</li>`);
  return panel(title, `<p class="quiet">${intro}</p><ul class="list">${items.join("")}</ul>`);
}

function approximations({ overApproximations: all }: Result): string {
  if (all.length === 0) return "";
  const items = all
    .slice(0, SHOWN_NOTES)
    .map(({ what, line }) => `<li>${line > 0 ? `${linkTo(line)} ` : ""}${escapeHtml(what)}</li>`);
  const intro = "Taken to do more than they can: a proof stands all the same, a question may stay open.";
  return panel("Not modelled exactly", `<p class="quiet">${intro}</p><ul class="list">${items.join("")}</ul>`);
}

/** Numbers for those who want them. */
function about({ tool, engine, domain, configuration, evidence, statistics }: Result): string {
  const facts: (readonly [string, string])[] = [
    ["engine", domain === undefined ? engine : `${engine}, ${domain}`],
    ["evidence", evidence.by],
    ["data model", configuration.dataModel],
    ["limits", `${configuration.timeoutSeconds} s, ${configuration.memoryMb} MB`],
    ["hone", tool.version],
  ];
  const rows = (all: readonly (readonly [string, string])[]) =>
    all.map(([name, value]) => `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(value)}</td></tr>`).join("");
  const numbers = Object.entries(statistics).map(
    ([name, value]) => [name, String(Math.round(value * 100) / 100)] as const,
  );
  return panel(
    "About this run",
    `<table class="values facts">${rows(facts)}</table><details><summary>Statistics</summary><table class="values facts">${rows(numbers)}</table></details>`,
    'class="panel about"',
  );
}

function linkTo(line: number): string {
  return `<a href="#L${line}">line ${line}</a>`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
