/** Numbers as physicists write them; the command line's human view has the same digits. */
import type { ComponentChildren } from "preact";
import { measuredText, type Measured } from "../../readable/measured.js";
import { copying } from "./copying.js";

const THIN = "\u202f";

/** `1980559` as `1 980 559`, behind the point as well. */
function grouped(digits: string): string {
  const [sign = "", whole = "", , rest = ""] =
    /^([+-]?)(\d*)(\.(\d*))?$/.exec(digits)?.slice(1) ?? [];
  if (whole === "") return digits;
  const spaced = whole.length > 4 ? whole.replace(/\B(?=(?:\d{3})+$)/g, THIN) : whole;
  const behind = rest.length > 4 ? rest.replace(/(\d{3})(?=\d)/g, `$1${THIN}`) : rest;
  return `${sign === "-" ? "−" : sign}${spaced}${rest === "" ? "" : `.${behind}`}`;
}

/** `m^3 kg^-1` with its powers raised. */
export function Unit({ text }: { readonly text: string }) {
  if (text === "" || text === "1") return null;
  const parts = text.split(/\^(-?\d+(?:\/\d+)?)/);
  return (
    <span class="unit">
      {parts.map((part, i) =>
        i % 2 === 1 ? <sup key={i}>{part.replace("-", "−")}</sup> : part.replaceAll("*", "·"),
      )}
    </span>
  );
}

/** What `measuredText` says, with its power raised: `1.980 559(45) × 10^20 N`. */
export function Quantity(measured: Measured) {
  const text = measuredText(measured);
  const [number = "", ...unit] = text.split(" ");
  const [, digits = number, spread = "", power = ""] =
    /^(-?[\d.]+)(\([\d.]+\))?(?:e(-?\d+))?$/.exec(number) ?? [];
  const raised: ComponentChildren =
    power === "" ? null : (
      <>
        {THIN}×{THIN}10<sup>{power.replace("-", "−")}</sup>
      </>
    );
  return (
    <span class="number" title={`${measured.value}`} onCopy={copying(text)}>
      {grouped(digits)}
      {spread}
      {raised}
      {unit.length === 0 ? null : (
        <>
          {"\u00a0"}
          <Unit text={unit.join(" ")} />
        </>
      )}
    </span>
  );
}
