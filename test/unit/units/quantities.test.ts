import { expect } from "chai";
import { equals } from "../../../protocol/units/dimension.js";
import { isCoherent, parseUnit } from "../../../protocol/units/parse.js";
import {
  quantityDimension,
  quantityNames,
  quantityUnit,
} from "../../../protocol/units/quantities.js";

describe("protocol/units/quantities", () => {
  it("gives the dimensions of ISO 80000", () => {
    // ISO 80000-3 to -9, in base units.
    const published: Readonly<Record<string, string>> = {
      force: "kg m/s^2",
      energy: "kg m^2/s^2",
      power: "kg m^2/s^3",
      pressure: "kg/(m s^2)",
      speed: "m/s",
      charge: "A s",
      voltage: "kg m^2/(s^3 A)",
      capacitance: "s^4 A^2/(kg m^2)",
      magnetic_flux_density: "kg/(s^2 A)",
      dynamic_viscosity: "kg/(m s)",
      kinematic_viscosity: "m^2/s",
      thermal_conductivity: "kg m/(s^3 K)",
      molar_mass: "kg/mol",
      moment_of_inertia: "kg m^2",
      surface_tension: "kg/s^2",
      heat_capacity: "kg m^2/(s^2 K)",
      angular_momentum: "kg m^2/s",
      entropy: "kg m^2/(s^2 K)",
      resistivity: "kg m^3/(s^3 A^2)",
      mobility: "s^2 A/kg",
      illuminance: "cd/m^2",
      diffusivity: "m^2/s",
      fracture_toughness: "kg/(m^(1/2) s^2)",
      permittivity: "s^4 A^2/(kg m^3)",
      concentration: "mol/m^3",
      angle: "1",
      angular_velocity: "1/s",
      irradiance: "kg/s^3",
    };
    for (const [name, text] of Object.entries(published)) {
      const unit = parseUnit(text);
      expect(unit.ok && equals(unit.dimension, quantityDimension(name)!), name).to.equal(true);
    }
  });

  it("knows several hundred names, each with a coherent unit", () => {
    expect(quantityNames().length).to.be.greaterThan(220);
    for (const name of quantityNames()) {
      expect(name).to.match(/^[a-z][a-z0-9_]*$/);
      const unit = parseUnit(quantityUnit(name)!);
      expect(unit.ok && isCoherent(unit), name).to.equal(true);
    }
  });

  it("knows no others", () => {
    for (const name of ["", "Force", "constructor", "__proto__", "forces"])
      expect(quantityDimension(name)).to.equal(undefined);
  });
});
