import { expect } from "chai";
import { ask, missing, refusal, valued } from "../outcomes.js";

describe("equations: derivatives that are written out", () => {
  it("take the unit of what is differentiated over that of the variable", () => {
    const force = valued(
      ask("F = -dU/dx; U = k x^2/2", { k: 2, x: 3 }, { symbols: { k: "N/m", x: "m" } }),
    );
    expect([force.value, force.unit]).to.deep.equal([-6, "N"]);
  });

  it("are quotients where both differentials are given", () => {
    expect(valued(ask("v = dx/dt", { dx: 3, dt: 2 })).value).to.equal(1.5);
  });

  it("see through definitions, and ask for the point they are taken at", () => {
    expect(valued(ask("y = d(x z)/dx; z = x^2", { x: 2 })).value).to.equal(12);
    expect(missing(ask("y = d(a x^2)/dx", { a: 2 })).missing).to.equal("x");
    expect(valued(ask("y = f'(x) + f(x); f(x) = x^3", { x: 2 })).value).to.equal(20);
  });

  it("are refused where a function has none in the set, and where nothing is written out", () => {
    expect(refusal(ask("y = d(floor(x))/dx", { x: 1.5 }))).to.include({ kind: "ode" });
    expect(refusal(ask("y = d(polylog(2, x))/dx", { x: 0.5 })).message).to.match(
      /derivative of polylog/,
    );
    expect(refusal(ask("y = g'(x); f(x) = x^2", { x: 1.5 })).kind).to.be.oneOf([
      "multi-result",
      "unknown-function",
    ]);
    expect(refusal(ask("y = f(x); f(x) = f(x - 1)", { x: 2 })).kind).to.equal("relation");
    expect(refusal(ask("y = f'(x); f(x) = g(x); g(x) = f(x)", { x: 2 })).kind).to.equal("relation");
  });
});
