/** Of two things alike the one that is meant: media that light comes from and enters, pistons, sizes. */
import { expect } from "chai";
import { valueInWords } from "../../kit/valueInWords.js";

/** Python: asin(1.00027 sin(angle)/n), and asin(n sin(20 degrees)/1.00027). */
const INDICES = [
  [1.5, 30, 0.33993237, 0.53854995],
  [1.33, 40, 0.50456814, 0.47210721],
  [1.52, 55, 0.56932225, 0.54653522],
] as const;
const ENTERED: readonly ((n: number, angle: number) => string)[] = [
  (n, a) => `A light ray in air hits water (n = ${n}) at ${a}° to the normal. Angle of refraction?`,
  (n, a) =>
    `Light passes from air into glass (n = ${n}) at ${a} degrees. Find the refraction angle.`,
  (n, a) =>
    `A ray in air strikes glass (n = ${n}) at ${a} degrees. What is the angle of refraction?`,
  (n, a) =>
    `Light enters glass (n = ${n}) from air at ${a} degrees. What is the angle of refraction?`,
];
const LEFT: readonly ((n: number) => string)[] = [
  (n) =>
    `A ray goes from glass (n = ${n}) into air at 20 degrees. What is the angle of refraction?`,
  (n) => `A ray in glass (n = ${n}) hits air at 20 degrees. What is the angle of refraction?`,
];

describe("router: which of two alike", function () {
  // The first question reads all laws.
  for (const [n, angle, entered, left] of INDICES) {
    for (const query of ENTERED.map((one) => one(n, angle)))
      it(`enters: ${query}`, () => {
        const value = valueInWords(query);
        if (value !== null) expect(value).to.be.closeTo(entered, 1e-6);
      });
    for (const query of LEFT.map((one) => one(n)))
      it(`leaves: ${query}`, () => {
        const value = valueInWords(query);
        if (value !== null) expect(value).to.be.closeTo(left, 1e-6);
      });
  }

  it("answers at least three of four ways to say which medium is entered", () => {
    const said = ENTERED.filter((one) => valueInWords(one(1.5, 30)) !== null);
    expect(said.length).to.be.at.least(3);
  });

  it("takes the force that is asked for of two pistons", () => {
    expect(
      valueInWords(
        "A hydraulic lift has a small piston of 4 cm² and a large one of 250 cm². What force on the small piston " +
          "lifts a load weighing 12 kN?",
      ),
    ).to.be.closeTo(192, 1e-9);
    expect(
      valueInWords(
        "In a hydraulic press I push with 120 N on a piston of 3 cm². " +
          "What force appears on the large piston of 192 cm²?",
      ),
    ).to.be.closeTo(7680, 1e-9);
  });

  it("takes a curve for no skid", () => {
    // sqrt(0.8 * 9.80665 m/s^2 * 60 m)
    const query =
      "How fast can a car take an unbanked curve, 60 m radius, friction coefficient of 0.8, without skidding?";
    expect(valueInWords(query)).to.be.closeTo(21.696064, 1e-5);
  });

  for (const query of [
    "How fast can a car skid on a bend of 60 m radius with a friction coefficient of 0.8?",
    "A ray in air (n = 1) meets glass of index 1.5 at an angle of 30° with the surface. Angle of refraction?",
  ])
    it(`asks back: ${query}`, () => expect(valueInWords(query)).to.equal(null));
});
