/** Real questions of different kinds, each with what it is. */
export const EXAMPLES: readonly { readonly text: string; readonly said: string }[] = [
  {
    text: "F = G m1 m2/r^2, m1 = 5.9722e24 kg, m2 = 7.342e22 kg, r = 384400 km",
    said: "An equation: the pull between Earth and Moon",
  },
  {
    text: "NM21, m1 = 5.9722e24 kg, m2 = 7.342e22 kg, r = 384400 ± 20 km",
    said: "An operator, sealed, with an uncertainty",
  },
  {
    text: "E = INT_0^h m g dh, m = 2 kg, g = 9.80665 m/s^2, h = 3 m",
    said: "An integral: lifting two kilograms",
  },
  { text: "kinetic energy of 1200 kg at 90 km/h", said: "A question in words" },
  {
    text: "m = m0 exp(-lambda t), m0 = 1 g, lambda = 1.21e-4 1/yr, t = 5730 yr",
    said: "A decay: a gram of carbon-14 after one half-life",
  },
  { text: "v = sqrt(2 G M/R), M = 5.9722e24 kg, R = 6371 km", said: "A speed: leaving the Earth" },
];
