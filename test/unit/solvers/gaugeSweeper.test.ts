/** Sweeps of SU(2) in pairs of chains, and the draws behind them. */
import { expect } from "chai";
import { Philox } from "../../../protocol/math/random/philox.js";
import { Chain } from "../../../protocol/solvers/gauge/chain.js";
import { groups } from "../../../protocol/solvers/gauge/group.js";
import { Sweeper } from "../../../protocol/solvers/gauge/sweeper.js";
import { withTwins } from "../../../protocol/wasm/kernel.js";

const idle = (): void => {};

/** Plaquettes of four chains, then all their links, and where their streams stand. */
function swept(shape: readonly number[], beta: number, seed: number): readonly unknown[] {
  const chains = [0, 1, 2, 3].map((c) => new Chain(groups.SU2, shape, seed, c));
  chains.forEach((chain, c) => chain.start(c % 2 === 1));
  // An odd number of draws, so that a stream begins within a block.
  chains[0]!.random.uniform();
  const seen: number[][] = chains.map(() => []);
  const sweeper = new Sweeper(chains, idle);
  for (const sweeps of [3, 14])
    sweeper.sweep({
      sweeps,
      beta,
      measure: (c, plaquette) => seen[c]!.push(plaquette),
      done: idle,
    });
  return [
    seen,
    chains.map(({ links }) => [...links]),
    chains.map(({ drift, random, swept: n }) => [drift, random.position, n]),
  ];
}

describe("solvers/gauge/sweeper", () => {
  for (const [shape, beta, seed] of [
    [[3, 5], 0, 1],
    [[2, 3, 4], 0.3, 2],
    [[2, 2, 2, 2], 2.2, 9_007_199_254_740_991],
    [[4, 2], 40, 4],
  ] as const) {
    it(`${shape.join(" x ")} at beta ${beta}: in pairs as one by one, bit for bit`, () => {
      expect(swept(shape, beta, seed)).to.deep.equal(withTwins(() => swept(shape, beta, seed)));
    });
  }

  it("chains that were not swept alike go one by one", () => {
    const chains = [0, 1].map((c) => new Chain(groups.SU2, [2, 2], 5, c));
    for (const chain of chains) chain.start(false);
    chains[0]!.sweep(3, idle);
    new Sweeper(chains, idle).sweep({ sweeps: 2, beta: 3, measure: null, done: idle });
    expect(chains.map((chain) => chain.swept)).to.deep.equal([3, 2]);
  });

  it("draws the quaternions of a heat bath", () => {
    // I_2(k)/I_1(k) and 1 - 3 I_2(k)/(k I_1(k)): scipy 1.17, special.iv.
    for (const [k, mean, square] of [
      [0.2, 0.049916874445944996, 0.2512468833108251],
      [1.2, 0.28347829108337286, 0.29130427229156786],
      [1.7, 0.3815770675334889, 0.32662870435266655],
      [9, 0.8385719740633852, 0.7204760086455383],
      [60, 0.9751059418819397, 0.951244702905903],
    ] as const) {
      const random = new Philox(3, 1);
      const [u, staple] = [new Float64Array(4), Float64Array.of(k, 0, 0, 0)];
      const sums = new Float64Array(5);
      const n = 20_000;
      for (let i = 0; i < n; i += 1) {
        groups.SU2.heatBath(u, 0, staple, 1, random);
        for (let j = 0; j < 4; j += 1) sums[j]! += u[j]! / n;
        sums[4]! += (u[0]! * u[0]!) / n;
      }
      const spread = Math.sqrt((square - mean * mean) / n);
      expect(sums[0], `k = ${k}`).to.be.closeTo(mean, 4.5 * spread);
      expect(sums[4], `k = ${k}`).to.be.closeTo(square, 9 * spread);
      for (const j of [1, 2, 3])
        expect(sums[j], `k = ${k}`).to.be.closeTo(0, 4.5 * Math.sqrt((1 - square) / 3 / n));
    }
  });
});
