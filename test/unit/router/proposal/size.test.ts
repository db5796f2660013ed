import { expect } from "chai";
import { readAnyhow } from "../../../../protocol/router/laws/reading/reading.js";
import { sizeFeaturesOf } from "../../../../protocol/router/proposal/size.js";

const asked = (text: string): ReturnType<typeof readAnyhow>[number] => readAnyhow(text)[0]!;

describe("router: size of what is suggested", () => {
  const question = asked("How far does a ball of 250 g fly that is thrown at 12 m/s, in mm?");
  it("is odd the further the value is from what the unit that is asked for is used for", () => {
    const odd = [5e-3, 500, 5e4, 5e7, 5e-8, 5e-12].map(
      (value) => sizeFeaturesOf(value, question).odd,
    );
    expect(odd).to.deep.equal([0, 10, 20, 30, 20, 30]);
  });
  it("is none where no unit is asked for", () => {
    const { odd } = sizeFeaturesOf(5e-30, asked("How far does a ball of 250 g fly?"));
    expect(odd).to.equal(0);
  });
  it("says when a number of the question comes back, whatever its unit was, and what is negative", () => {
    expect(sizeFeaturesOf(0.25, question)).to.include({ echo: 10, negative: 0 });
    expect(sizeFeaturesOf(-12, question)).to.include({ echo: 10, negative: 10 });
    expect(sizeFeaturesOf(0.251, question)).to.include({ echo: 0 });
  });
});
