export function linePlot(plot: {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
}): string;
