/**
 * Medians in microseconds of native libraries on the octagon workload, measured once on a two-core machine, single-threaded.
 * Times differ between machines: they are compared through PPL, which is measured again beside ours. The checksums (sum of
 * all finite bounds, over all inputs) are the libraries' own; equal checksums mean equal results.
 */
export interface Baseline {
  readonly library: string;
  readonly size: number;
  readonly times: Readonly<Record<"closure" | "join" | "widen" | "assign" | "meet1", number>>;
  readonly checksum: number;
}

function row(
  library: string,
  size: number,
  [closure, join, widen, assign, meet1]: number[],
  checksum: number,
): Baseline {
  return {
    library,
    size,
    times: { closure: closure!, join: join!, widen: widen!, assign: assign!, meet1: meet1! },
    checksum,
  };
}

export const OCTAGON_BASELINES: readonly Baseline[] = [
  row("apron-octD", 10, [41.35, 0.89, 0.45, 14.65, 15.12], 367466.5),
  row("apron-octD", 20, [178.86, 1.98, 0.8, 29.6, 29.83], 827983.0),
  row("apron-octD", 40, [1241.41, 7.48, 3.43, 113.11, 112.68], 1685375.0),
  row("apron-octD", 80, [9428.01, 29.48, 13.93, 436.11, 436.93], 3290377.5),
  row("apron-octMPQ", 10, [260.62, 15.61, 13.29, 150.57, 153.23], 367466.5),
  row("apron-octMPQ", 20, [1609.66, 58.14, 52.0, 533.84, 546.59], 827983.0),
  row("apron-octMPQ", 40, [10991.3, 148.18, 131.08, 2238.41, 2168.42], 1685375.0),
  row("apron-octMPQ", 80, [82964.56, 591.25, 531.31, 8391.2, 8602.87], 3290377.5),
  row("elina-oct", 80, [1447.1, 59.56, 47.85, 358.74, 353.85], 3290377.5),
  row("ppl-octD", 10, [4.13, 0.16, 0.34, 9.3, 4.41], 367466.5),
  row("ppl-octD", 20, [28.04, 0.64, 1.29, 46.96, 28.52], 827983.0),
  row("ppl-octD", 40, [250.73, 2.92, 5.65, 312.67, 235.57], 1685375.0),
  row("ppl-octD", 80, [1776.21, 13.41, 29.62, 2050.41, 1728.01], 3290377.5),
  row("ppl-octMPQ", 10, [237.62, 2.15, 3.36, 353.26, 236.12], 367466.5),
  row("ppl-octMPQ", 20, [1681.01, 8.38, 12.45, 2049.31, 1722.56], 827983.0),
  row("ppl-octMPQ", 40, [13945.43, 36.72, 52.86, 15366.98, 13182.56], 1685375.0),
  row("ppl-octMPQ", 80, [94823.49, 142.47, 207.67, 96233.24, 88787.18], 3290377.5),
  // Crab tightens to integers: the reference for ours with integer variables.
  row("crab-split_oct", 10, [158.95, 155.79, 27.0, 16.25, 7.56], 367436.0),
  row("crab-split_oct", 20, [399.35, 697.71, 100.83, 21.77, 10.14], 827948.0),
  row("crab-split_oct", 40, [1099.62, 3298.07, 403.85, 51.73, 29.42], 1685345.0),
  row("crab-split_oct", 80, [3689.66, 16477.31, 1479.54, 122.66, 69.17], 3290340.0),
];

/** The sum of bounds of the block-structured input (40 groups of 5 variables), as PPL computes it. */
export const BLOCKS_CHECKSUM = 7500884;

/** The same for polyhedra: hull and projection. */
export const POLYHEDRA_BASELINES: readonly {
  readonly library: string;
  readonly size: string;
  readonly join: number;
  readonly project: number;
  readonly checksum: number;
}[] = [
  { library: "ppl-C_Polyhedron", size: "4", join: 12.4, project: 5.2, checksum: 661.7 },
  { library: "ppl-C_Polyhedron", size: "8", join: 65.2, project: 18.9, checksum: 1092.2 },
  { library: "ppl-C_Polyhedron", size: "12", join: 518.0, project: 81.2, checksum: 4813.5 },
  { library: "apron-polkaMPQ", size: "12", join: 1221.2, project: 403.0, checksum: 4813.4 },
];
