import * as z from "zod";
import { quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

/** Above this the doubles are too far apart to hold the zeros of close pairs. */
const INDEX_MAX = 10_000_000_000;
const HEIGHT_MAX = 3_293_531_630;
/** Zeros of one list. */
export const LISTED_MAX = 20_000;

export const zetaCard = defineCard({
  id: "zeta",
  version: 5,
  title: "Zeros of Riemann's zeta function on the critical line",
  summary:
    "The ordinate of a numbered zero, or how many there are up to a height, by the Riemann-Siegel formula with every " +
    "count proved by Turing's method",
  primary: { name: "ordinate or count", quantity: "dimensionless", unit: "1" },
  inputs: z.strictObject({
    index: whole({
      about: "Number of the zero, the lowest being 1",
      min: 1,
      max: INDEX_MAX,
      aliases: ["n"],
    }).optional(),
    T: quantity({
      unit: "1",
      about: "Count the zeros with ordinates above 0 and up to T",
      above: 0,
      max: HEIGHT_MAX,
      aliases: ["height"],
    }).optional(),
    from: quantity({
      unit: "1",
      about: "List and count the zeros above this height",
      min: 0,
      max: HEIGHT_MAX,
    }).optional(),
    to: quantity({ unit: "1", about: "and up to this one", above: 0, max: HEIGHT_MAX }).optional(),
  }),
  sufficient: [["index"], ["T"], ["from", "to"]],
  kinds: { index: "physics", T: "physics", from: "physics", to: "physics" },
  reactor: false,
  limits: { indexMax: INDEX_MAX, heightMax: HEIGHT_MAX, listedMax: LISTED_MAX },
  examples: [
    {
      title: "the first zero",
      body: { index: 1 },
      expect: {
        value: 14.134725141734695,
        unit: "1",
        relative: 1e-13,
        source:
          "Odlyzko, tables of zeros of the zeta function: 14.134725141734693790...; mpmath 1.3 zetazero(1)",
      },
    },
    {
      title: "one of Lehmer's pair",
      body: { index: 6710 },
      expect: {
        value: 7005.100564672647,
        unit: "1",
        relative: 1e-12,
        source: "Lehmer, Acta Math. 95 (1956) 291: zeros 6709 and 6710; mpmath 1.3 zetazero(6710)",
      },
    },
    {
      title: "zeros up to 1000",
      body: { T: 1000 },
      expect: {
        value: 649,
        unit: "1",
        relative: 0,
        absolute: 0,
        source: "Titchmarsh (1935); mpmath 1.3 nzeros(1000)",
      },
    },
  ],
});
