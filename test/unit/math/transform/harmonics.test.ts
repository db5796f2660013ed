/**
 * Spherical harmonics: nodes, functions, round trips, and the identities of gradient, divergence
 * and curl.
 */
import { expect } from "chai";
import { gaussNodes, Harmonics } from "../../../../protocol/math/transform/harmonics.js";
import { Philox } from "../../../../protocol/math/random/philox.js";

const coordinates = (
  { columns, mu, rows }: Harmonics,
  f: (x: number, mu: number) => number,
): Float64Array =>
  Float64Array.from({ length: rows * columns }, (_, k) =>
    f((2 * Math.PI * (k % columns)) / columns, mu[Math.floor(k / columns)]!),
  );

const apart = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, one, k) => Math.max(most, Math.abs(one - b[k]!)), 0);

function philoxDoubles(seed: number, n: number): Float64Array {
  const draws = new Philox(seed);
  return Float64Array.from({ length: n }, () => 2 * draws.uniform() - 1);
}

describe("math/transform: spherical harmonics", () => {
  it("has the nodes and weights of numpy's leggauss(16)", () => {
    const { nodes, weights } = gaussNodes(16);
    const expectedNodes = [
      0.9894009349916499, 0.9445750230732326, 0.8656312023878318, 0.755404408355003,
      0.6178762444026438, 0.45801677765722737, 0.2816035507792589, 0.09501250983763744,
    ];
    const expectedWeights = [
      0.027152459411754176, 0.062253523938647456, 0.0951585116824926, 0.12462897125553407,
      0.1495959888165767, 0.16915651939500265, 0.18260341504492364, 0.18945061045506864,
    ];
    expectedNodes.forEach((x, k) => expect(nodes[k]).to.be.closeTo(x, 2e-16));
    expectedWeights.forEach((w, k) => expect(weights[k]).to.be.closeTo(w, 4e-15));
  });

  it("has the normalised Legendre functions of mpmath's legenp at 0.37", () => {
    const harmonics = new Harmonics(72);
    const degrees = harmonics.degrees();
    for (const [n, m, value] of [
      [0, 0, Math.SQRT1_2],
      [5, 3, 0.16138464068569627],
      [9, 2, 0.3108536348695756],
      [20, 20, 0.3677782996108594],
      [21, 7, -0.1441812334576498],
    ] as const) {
      const spectrum = harmonics.spectrum();
      let at = 0;
      for (let skipped = 0; skipped < m; skipped += 1) at += harmonics.truncation - skipped + 1;
      spectrum.re[at + n - m] = 1;
      expect(degrees[at + n - m]).to.equal(n);
      // A coefficient of order above 0 stands for its conjugate too.
      expect(harmonics.at(spectrum, 0, 0.37)).to.be.closeTo((m === 0 ? 1 : 2) * value, 1e-14);
      expect(harmonics.at(spectrum, 0.3, 0.37)).to.be.closeTo(
        (m === 0 ? 1 : 2) * value * Math.cos(0.3 * m),
        1e-14,
      );
    }
  });

  it("gives back any field of its truncation, of sizes that are no powers of two as well", () => {
    for (const columns of [16, 20, 36, 64, 100]) {
      const harmonics = new Harmonics(columns);
      const draws = philoxDoubles(7, 2 * harmonics.size);
      const spectrum = { re: draws.slice(0, harmonics.size), im: draws.slice(harmonics.size) };
      // Order 0 is real.
      spectrum.im.fill(0, 0, harmonics.truncation + 1);
      const grid = new Float64Array(harmonics.rows * columns);
      harmonics.synthesise(spectrum, grid);
      const back = harmonics.spectrum();
      harmonics.analyse(grid, back);
      expect(apart(back.re, spectrum.re), `${columns}`).to.be.below(1e-12);
      expect(apart(back.im, spectrum.im), `${columns}`).to.be.below(1e-12);
      expect(harmonics.at(spectrum, (2 * Math.PI * 5) / columns, harmonics.mu[3]!)).to.be.closeTo(
        grid[3 * columns + 5]!,
        1e-12,
      );
    }
  });

  it("knows a field by its values: x y z has nothing but order 2, degree 3", () => {
    const harmonics = new Harmonics(24);
    const spectrum = harmonics.spectrum();
    harmonics.analyse(
      coordinates(harmonics, (x, mu) => (1 - mu * mu) * Math.cos(x) * Math.sin(x) * mu),
      spectrum,
    );
    const degrees = harmonics.degrees();
    const loud = [...degrees].flatMap((n, k) =>
      Math.abs(spectrum.re[k]!) + Math.abs(spectrum.im[k]!) > 1e-14 ? [n] : [],
    );
    expect(loud).to.deep.equal([3]);
  });

  it("winds of a stream function and a potential have its Laplacian as curl, and that of the other as divergence", () => {
    const harmonics = new Harmonics(48);
    const draws = philoxDoubles(11, 4 * harmonics.size);
    const part = (k: number): Float64Array =>
      draws.slice(k * harmonics.size, (k + 1) * harmonics.size);
    const [stream, potential] = [
      { re: part(0), im: part(1) },
      { re: part(2), im: part(3) },
    ];
    const degrees = harmonics.degrees();
    // The last degree would need one more of the wind's.
    for (const { im, re } of [stream, potential]) {
      im.fill(0, 0, harmonics.truncation + 1);
      for (let k = 0; k < degrees.length; k += 1)
        if (degrees[k] === harmonics.truncation) [re[k], im[k]] = [0, 0];
    }
    const [x, y] = [new Float64Array(harmonics.rows * 48), new Float64Array(harmonics.rows * 48)];
    harmonics.wind(stream, potential, x, y);
    const [divergence, curl] = [harmonics.spectrum(), harmonics.spectrum()];
    harmonics.diverge(x, y, divergence, curl);
    const laplacian = (data: Float64Array): Float64Array =>
      data.map((one, k) => -degrees[k]! * (degrees[k]! + 1) * one);
    for (const name of ["re", "im"] as const) {
      expect(apart(curl[name], laplacian(stream[name]))).to.be.below(1e-10);
      expect(apart(divergence[name], laplacian(potential[name]))).to.be.below(1e-10);
    }
  });

  it("rigid rotation about the poles has the curl 2 sin(latitude), and flows east", () => {
    const harmonics = new Harmonics(20);
    const east = coordinates(harmonics, (_, mu) => 1 - mu * mu);
    const still = new Float64Array(east.length);
    const [divergence, curl] = [harmonics.spectrum(), harmonics.spectrum()];
    harmonics.diverge(east, still, divergence, curl);
    const grid = new Float64Array(east.length);
    harmonics.synthesise(curl, grid);
    expect(
      apart(
        grid,
        coordinates(harmonics, (_, mu) => 2 * mu),
      ),
    ).to.be.below(1e-13);
    expect(apart(divergence.re, still.slice(0, harmonics.size))).to.be.below(1e-13);
  });
});
