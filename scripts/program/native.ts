/** Packages with native code: they find their binaries from where they are installed. */
export const NATIVE = ["level"] as const;
