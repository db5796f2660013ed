/** Properties, functions and selectors of CSS that a message may use. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const SIDES = ["top", "right", "bottom", "left"];
const each = (pattern: string, names: readonly string[]): readonly string[] =>
  names.map((name) => pattern.replace("*", name));

/**
 * Nothing here moves an element out of its place, runs, or puts text of the style beside that of the
 * message.
 */
export const PROPERTIES: ReadonlySet<string> = new Set([
  ...words(`
    align-content align-items align-self background background-attachment background-clip
    background-color background-image background-origin background-position background-position-x
    background-position-y background-repeat background-size border border-collapse border-color
    border-image border-image-outset border-image-repeat border-image-slice border-image-source
    border-image-width border-radius border-spacing border-style border-width box-shadow box-sizing
    caption-side clear color color-scheme column-gap columns direction display empty-cells flex
    flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family
    font-feature-settings font-kerning font-size font-size-adjust font-stretch font-style
    font-variant font-variant-caps font-variant-numeric font-weight gap grid-column grid-row
    grid-template-columns grid-template-rows height hyphens justify-content justify-items
    justify-self letter-spacing line-height list-style list-style-image list-style-position
    list-style-type margin max-height max-width min-height min-width object-fit object-position
    opacity order orphans outline outline-color outline-offset outline-style outline-width overflow
    overflow-wrap overflow-x overflow-y padding position quotes row-gap tab-size table-layout
    text-align text-align-last text-decoration text-decoration-color text-decoration-line
    text-decoration-style text-decoration-thickness text-indent text-justify text-overflow
    text-shadow text-transform text-underline-offset vertical-align visibility white-space widows
    width word-break word-spacing word-wrap writing-mode
    -webkit-text-size-adjust -ms-text-size-adjust text-size-adjust -webkit-font-smoothing
    -moz-osx-font-smoothing
  `),
  ...each("margin-*", SIDES),
  ...each("padding-*", SIDES),
  ...each("border-*", SIDES),
  ...each("border-*-color", SIDES),
  ...each("border-*-style", SIDES),
  ...each("border-*-width", SIDES),
  ...each("border-*-radius", ["top-left", "top-right", "bottom-left", "bottom-right"]),
]);

export const FUNCTIONS: ReadonlySet<string> = new Set(
  words(`
    calc clamp color color-mix conic-gradient fit-content hsl hsla hwb lab lch light-dark
    linear-gradient max min minmax oklab oklch radial-gradient repeat repeating-conic-gradient
    repeating-linear-gradient repeating-radial-gradient rgb rgba var
  `),
);

/** The places that an element may have: in the flow. */
export const POSITIONS: ReadonlySet<string> = new Set(["static", "relative"]);

export const PSEUDO_CLASSES: ReadonlySet<string> = new Set(
  words(`
    active empty first-child first-of-type focus hover last-child last-of-type link only-child
    only-of-type
  `),
);
/** Pseudo-classes that carry which of the children is meant. */
export const COUNTING: ReadonlySet<string> = new Set(
  words("nth-child nth-last-child nth-of-type nth-last-of-type"),
);
