/**
 * Ionic crystals by name: cells in units of the lattice constant a, places in parts of the edges.
 */

export interface Ion {
  readonly charge: number;
  readonly at: readonly [number, number, number];
}

type Vector = readonly [number, number, number];

export interface Crystal {
  readonly cell: readonly [Vector, Vector, Vector];
  readonly ions: readonly Ion[];
}

const CUBE: Crystal["cell"] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const FACES: readonly Vector[] = [
  [0, 0, 0],
  [0, 0.5, 0.5],
  [0.5, 0, 0.5],
  [0.5, 0.5, 0],
];

function faceCentred(...of: readonly { readonly charge: number; readonly at: Vector }[]): Ion[] {
  return of.flatMap(({ at: [x, y, z], charge }) =>
    FACES.map(([a, b, c]) => ({ charge, at: [x + a, y + b, z + c] as const })),
  );
}

/** Ideal wurtzite: c/a = sqrt(8/3), u = 3/8, so that all four neighbours are equally far. */
const HEXAGON: Crystal["cell"] = [
  [1, 0, 0],
  [-0.5, 0.8660254037844386, 0],
  [0, 0, 1.632993161855452],
];

export const crystals: Readonly<Record<"NaCl" | "CsCl" | "ZnS" | "wurtzite" | "CaF2", Crystal>> = {
  NaCl: {
    cell: CUBE,
    ions: faceCentred({ charge: 1, at: [0, 0, 0] }, { charge: -1, at: [0.5, 0.5, 0.5] }),
  },
  CsCl: {
    cell: CUBE,
    ions: [
      { charge: 1, at: [0, 0, 0] },
      { charge: -1, at: [0.5, 0.5, 0.5] },
    ],
  },
  ZnS: {
    cell: CUBE,
    ions: faceCentred({ charge: 1, at: [0, 0, 0] }, { charge: -1, at: [0.25, 0.25, 0.25] }),
  },
  wurtzite: {
    cell: HEXAGON,
    ions: [
      { charge: 1, at: [1 / 3, 2 / 3, 0] },
      { charge: 1, at: [2 / 3, 1 / 3, 0.5] },
      { charge: -1, at: [1 / 3, 2 / 3, 0.375] },
      { charge: -1, at: [2 / 3, 1 / 3, 0.875] },
    ],
  },
  CaF2: {
    cell: CUBE,
    ions: faceCentred(
      { charge: 2, at: [0, 0, 0] },
      { charge: -1, at: [0.25, 0.25, 0.25] },
      { charge: -1, at: [0.75, 0.75, 0.75] },
    ),
  },
};
