/**
 * The sums of the Dormand and Prince pair written out, term by term in the order of the rows of its
 * tableau: they give the bits of a loop over those rows in less than half of its time. Source of
 * the weights: see the tableau.
 */

/** Slopes of the 12 stages, the point from which a step starts, and its length. */
export interface Stages {
  readonly k: readonly Float64Array[];
  readonly y: Float64Array;
}

function argument1({ k, y }: Stages, h: number, out: Float64Array): void {
  const k0 = k[0]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] = y[i]! + h * (0 + 0.05260015195876773 * k0[i]!);
  }
}

function argument2({ k, y }: Stages, h: number, out: Float64Array): void {
  const k0 = k[0]!,
    k1 = k[1]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] = y[i]! + h * (0 + 0.0197250569845379 * k0[i]! + 0.0591751709536137 * k1[i]!);
  }
}

function argument3({ k, y }: Stages, h: number, out: Float64Array): void {
  const k0 = k[0]!,
    k2 = k[2]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] = y[i]! + h * (0 + 0.02958758547680685 * k0[i]! + 0.08876275643042054 * k2[i]!);
  }
}

function argument4({ k, y }: Stages, h: number, out: Float64Array): void {
  const k0 = k[0]!,
    k2 = k[2]!,
    k3 = k[3]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] =
      y[i]! +
      h *
        (0 +
          0.2413651341592667 * k0[i]! -
          0.8845494793282861 * k2[i]! +
          0.924834003261792 * k3[i]!);
  }
}

function argument5({ k, y }: Stages, h: number, out: Float64Array): void {
  const k0 = k[0]!,
    k3 = k[3]!,
    k4 = k[4]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] =
      y[i]! +
      h *
        (0 +
          0.037037037037037035 * k0[i]! +
          0.17082860872947386 * k3[i]! +
          0.12546768756682242 * k4[i]!);
  }
}

function argument6({ k, y }: Stages, h: number, out: Float64Array): void {
  const k0 = k[0]!,
    k3 = k[3]!,
    k4 = k[4]!,
    k5 = k[5]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] =
      y[i]! +
      h *
        (0 +
          0.037109375 * k0[i]! +
          0.17025221101954405 * k3[i]! +
          0.06021653898045596 * k4[i]! -
          0.017578125 * k5[i]!);
  }
}

function argument7({ k, y }: Stages, h: number, out: Float64Array): void {
  const k0 = k[0]!,
    k3 = k[3]!,
    k4 = k[4]!,
    k5 = k[5]!,
    k6 = k[6]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] =
      y[i]! +
      h *
        (0 +
          0.03709200011850479 * k0[i]! +
          0.17038392571223998 * k3[i]! +
          0.10726203044637328 * k4[i]! -
          0.015319437748624402 * k5[i]! +
          0.008273789163814023 * k6[i]!);
  }
}

function argument8({ k, y }: Stages, h: number, out: Float64Array): void {
  const k0 = k[0]!,
    k3 = k[3]!,
    k4 = k[4]!,
    k5 = k[5]!,
    k6 = k[6]!,
    k7 = k[7]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] =
      y[i]! +
      h *
        (0 +
          0.6241109587160757 * k0[i]! -
          3.3608926294469414 * k3[i]! -
          0.868219346841726 * k4[i]! +
          27.59209969944671 * k5[i]! +
          20.154067550477894 * k6[i]! -
          43.48988418106996 * k7[i]!);
  }
}

function argument9({ k, y }: Stages, h: number, out: Float64Array): void {
  const k0 = k[0]!,
    k3 = k[3]!,
    k4 = k[4]!,
    k5 = k[5]!,
    k6 = k[6]!,
    k7 = k[7]!,
    k8 = k[8]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] =
      y[i]! +
      h *
        (0 +
          0.47766253643826434 * k0[i]! -
          2.4881146199716677 * k3[i]! -
          0.590290826836843 * k4[i]! +
          21.230051448181193 * k5[i]! +
          15.279233632882423 * k6[i]! -
          33.28821096898486 * k7[i]! -
          0.020331201708508627 * k8[i]!);
  }
}

function argument10({ k, y }: Stages, h: number, out: Float64Array): void {
  const k0 = k[0]!,
    k3 = k[3]!,
    k4 = k[4]!,
    k5 = k[5]!,
    k6 = k[6]!,
    k7 = k[7]!,
    k8 = k[8]!,
    k9 = k[9]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] =
      y[i]! +
      h *
        (0 -
          0.9371424300859873 * k0[i]! +
          5.186372428844064 * k3[i]! +
          1.0914373489967295 * k4[i]! -
          8.149787010746927 * k5[i]! -
          18.52006565999696 * k6[i]! +
          22.739487099350505 * k7[i]! +
          2.4936055526796523 * k8[i]! -
          3.0467644718982196 * k9[i]!);
  }
}

function argument11({ k, y }: Stages, h: number, out: Float64Array): void {
  const k0 = k[0]!,
    k3 = k[3]!,
    k4 = k[4]!,
    k5 = k[5]!,
    k6 = k[6]!,
    k7 = k[7]!,
    k8 = k[8]!,
    k9 = k[9]!,
    k10 = k[10]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] =
      y[i]! +
      h *
        (0 +
          2.273310147516538 * k0[i]! -
          10.53449546673725 * k3[i]! -
          2.0008720582248625 * k4[i]! -
          17.9589318631188 * k5[i]! +
          27.94888452941996 * k6[i]! -
          2.8589982771350235 * k7[i]! -
          8.87285693353063 * k8[i]! +
          12.360567175794303 * k9[i]! +
          0.6433927460157636 * k10[i]!);
  }
}

/**
 * ARGUMENTS[s] makes the point at which the slope of stage s is taken, s from 1 to 11; stage 0 is
 * the start itself.
 */
export const ARGUMENTS: readonly ((stages: Stages, h: number, out: Float64Array) => void)[] = [
  () => undefined,
  argument1,
  argument2,
  argument3,
  argument4,
  argument5,
  argument6,
  argument7,
  argument8,
  argument9,
  argument10,
  argument11,
];

/** Mean slope of the whole step. */
export function stepSlope(k: readonly Float64Array[], out: Float64Array): void {
  const k0 = k[0]!,
    k5 = k[5]!,
    k6 = k[6]!,
    k7 = k[7]!,
    k8 = k[8]!,
    k9 = k[9]!,
    k10 = k[10]!,
    k11 = k[11]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] =
      0 +
      0.054293734116568765 * k0[i]! +
      4.450312892752409 * k5[i]! +
      1.8915178993145003 * k6[i]! -
      5.801203960010585 * k7[i]! +
      0.3111643669578199 * k8[i]! -
      0.1521609496625161 * k9[i]! +
      0.20136540080403034 * k10[i]! +
      0.04471061572777259 * k11[i]!;
  }
}

/** Slope of the difference to the embedded method of order 5. */
export function errorFive(k: readonly Float64Array[], out: Float64Array): void {
  const k0 = k[0]!,
    k5 = k[5]!,
    k6 = k[6]!,
    k7 = k[7]!,
    k8 = k[8]!,
    k9 = k[9]!,
    k10 = k[10]!,
    k11 = k[11]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] =
      0 +
      0.01312004499419488 * k0[i]! -
      1.2251564463762044 * k5[i]! -
      0.4957589496572502 * k6[i]! +
      1.6643771824549864 * k7[i]! -
      0.35032884874997366 * k8[i]! +
      0.3341791187130175 * k9[i]! +
      0.08192320648511571 * k10[i]! -
      0.022355307863886294 * k11[i]!;
  }
}

/** ... and of order 3. */
export function errorThree(k: readonly Float64Array[], out: Float64Array): void {
  const k0 = k[0]!,
    k5 = k[5]!,
    k6 = k[6]!,
    k7 = k[7]!,
    k8 = k[8]!,
    k9 = k[9]!,
    k10 = k[10]!,
    k11 = k[11]!;
  for (let i = 0; i < out.length; i += 1) {
    out[i] =
      0 -
      0.18980075407240762 * k0[i]! +
      4.450312892752409 * k5[i]! +
      1.8915178993145003 * k6[i]! -
      5.801203960010585 * k7[i]! -
      0.4226823213237919 * k8[i]! -
      0.1521609496625161 * k9[i]! +
      0.20136540080403034 * k10[i]! +
      0.02265179219836082 * k11[i]!;
  }
}
