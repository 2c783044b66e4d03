/** The functions of the report's page (src/report/page/script), which the build makes a module of. */
declare module "report-script" {
  import type { SteppedRun } from "../src/report/page/stepped-run.ts";
  import type { StepReport } from "../src/report/result.ts";

  /** Something that is stepped through. */
  export interface Stepped {
    go(index: number): void;
    at(): number;
    readonly last: number;
  }

  export function stepper(
    run: SteppedRun,
    host: {
      showLine(place: StepReport): void;
      linkTo(place: StepReport): HTMLElement;
    },
  ): Stepped;

  export function pictureShow(host: {
    linkTo(line: number, text: string): HTMLElement | string;
  }): Stepped & { key(event: KeyboardEvent): boolean };

  /** Steps by a key; says whether it was one. */
  export function stepKey(event: KeyboardEvent, stepped: Stepped | undefined): boolean;

  /** Light to dark and back. */
  export function turn(): void;
}
