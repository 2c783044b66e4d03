/** Test reports as JUnit has them, for the pages of CI servers. */
import { xmlText } from "./xml.ts";

export interface TestCase {
  readonly className: string;
  readonly name: string;
  readonly seconds: number;
  readonly outcome:
    | { readonly kind: "passed" }
    /** failed: what was tested is wrong. error: it could not be tested. skipped: it is open. */
    | { readonly kind: "failed" | "error" | "skipped"; readonly message: string; readonly detail?: string };
}

export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

export function junitXml(name: string, suites: readonly TestSuite[]): string {
  const text = suites.map(suiteXml).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xmlText(name)}">\n${text}</testsuites>\n`;
}

function suiteXml({ name, cases }: TestSuite): string {
  const count = (kind: TestCase["outcome"]["kind"]) => cases.filter(({ outcome }) => outcome.kind === kind).length;
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  const counts = `tests="${cases.length}" failures="${count("failed")}" errors="${count("error")}" skipped="${count("skipped")}"`;
  const text = cases.map(caseXml).join("");
  return ` <testsuite name="${xmlText(name)}" ${counts} time="${seconds.toFixed(3)}">\n${text} </testsuite>\n`;
}

const ELEMENTS = { failed: "failure", error: "error", skipped: "skipped" } as const;

function caseXml({ className, name, seconds, outcome }: TestCase): string {
  const what = `classname="${xmlText(className)}" name="${xmlText(name)}" time="${seconds.toFixed(3)}"`;
  if (outcome.kind === "passed") return `  <testcase ${what}/>\n`;
  const element = ELEMENTS[outcome.kind];
  const start = `<${element} message="${xmlText(outcome.message)}"`;
  const inside = outcome.detail === undefined ? `${start}/>` : `${start}>${xmlText(outcome.detail)}</${element}>`;
  return `  <testcase ${what}>${inside}</testcase>\n`;
}
