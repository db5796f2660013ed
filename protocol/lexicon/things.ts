/**
 * Things and cases that a law is about: a photon, a pendulum, the relativistic case. Such a law joins
 * a derivation only where its thing was said; a law of any body joins always.
 */
import type { OperatorRecord } from "../operators/schema.js";
import { stemsOf } from "./kinds.js";

/** Domains whose laws hold for any body or substance, unless their records name a thing. */
const ANY_BODY: ReadonlySet<string> = new Set(
  (
    "kinematics newtonian_mechanics thermodynamics electrostatics circuits oscillations waves " +
    "fluid_mechanics heat_transfer rigid_body_dynamics magnetostatics analytical_mechanics conversion"
  ).split(" "),
);

/** Things and cases, by the words that name them in a record. */
const THINGS: ReadonlySet<string> = new Set(
  stemsOf(
    "photon light electron proton neutron nucleus atom hydrogen molecule ion particle muon nucleon " +
      "photoelectric relativistic relativity quantum planet star satellite orbit galaxy earth moon sun " +
      "rocket aircraft wing train vehicle pendulum string beam column plate shell sphere spherical " +
      "cylinder cylindrical disk rod hoop ring tube pipe nozzle orifice pump turbine engine cycle " +
      "refrigerator compressor mixture alloy crystal plasma semiconductor diode transistor antenna " +
      "transformer motor generator coil solenoid toroid capacitor line cable lens mirror grating slit " +
      "laser bubble drop droplet membrane nerve blood cell cosmic black hole magnet superconductor " +
      "projectile collision elastic inelastic incline bob rope pulley belt gear wheel gyroscope top " +
      "adiabatic isothermal isentropic polytropic isobaric isochoric van waals sound shock jet open " +
      "channel weir spillway fin wall furnace blackbody dipole ladder bridge filter amplifier damped " +
      "damping driven forced series parallel rolling bank banked circular loop conical siphon venturi " +
      "pitot piston hydraulic buoyancy floating terminal drag stokes skier parachute fall thrown " +
      "recoil recoiling explosion lift elevator stopping braking rocking swing",
  ),
);

/** Cases that exclude each other: a law of one holds only where that one was said. */
const OPPOSED: readonly (readonly string[])[] = [
  "elastic inelastic",
  "series parallel",
  "adiabatic isothermal isobaric isochoric polytropic isentropic",
  "open closed",
  "relativistic classical",
  "laminar turbulent",
  "solid hollow",
  "concave convex",
  "primary secondary",
].map(stemsOf);

/** The cases of the same group, by each case. */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map(
  OPPOSED.flatMap((group) => group.map((thing) => [thing, group] as const)),
);

/** Those of a law that must all be said. */
export function strictOf(things: readonly string[]): readonly string[] {
  return things.filter((thing) => GROUPS.has(thing));
}

/** Cases of a law that exclude others, as the number of their group and their name. */
export function exclusiveCases(things: readonly string[]): readonly string[] {
  return strictOf(things).map(
    (thing) => `${OPPOSED.findIndex((group) => group.includes(thing))}/${thing}`,
  );
}

/** Whether a case that excludes one of the law's was said. */
export function isExcluded(things: readonly string[], said: ReadonlySet<string>): boolean {
  return things.some(
    (thing) => !said.has(thing) && GROUPS.get(thing)?.some((other) => said.has(other)) === true,
  );
}

const SMALL: ReadonlySet<string> = new Set(
  stemsOf(
    "the a an of in on at for to and by with from its law equation formula relation first second third rate " +
      "energy high power and machine mass speed velocity length height size total mean time number force power",
  ),
);

/** Words of which one must be said for the law to join; empty for a law of any body. */
export function thingsOf({
  domain,
  equation,
  name,
  result,
  symbols,
  validity = "",
}: OperatorRecord): readonly string[] {
  const kinds = new Set(
    [...Object.values(symbols), ...(result === null ? [] : [result])].flatMap(({ quantity }) =>
      stemsOf(quantity),
    ),
  );
  const named = stemsOf(name).filter((word) => !SMALL.has(word) && !kinds.has(word));
  const ofNature = Object.keys(symbols).includes("c") ? [] : caseOfNature(equation);
  const isOfAnyBody = ANY_BODY.has(domain);
  if (isOfAnyBody && ofNature.length === 0 && !named.some((word) => THINGS.has(word))) return [];
  const stated = (isOfAnyBody ? named : [...named, ...stemsOf(validity)]).filter((word) =>
    THINGS.has(word),
  );
  return [
    ...new Set([
      ...ofNature,
      ...(isOfAnyBody
        ? stated
        : [...stated, ...named, ...stemsOf(domain).filter((word) => !SMALL.has(word))]),
    ]),
  ];
}

/** An equation with the speed of light or the constant of Planck is of a case that is never meant unsaid. */
function caseOfNature(equation: string): readonly string[] {
  return /(?<![\w])(?:c|h|hbar)(?![\w(])/.test(equation) ? ["quantum", "photon", "light"] : [];
}
