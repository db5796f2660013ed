/**
 * Nonces whose work the claims of the simulator show, by owner and name: made by `mineNames.ts`.
 */
export const NAME_WORK: Readonly<Record<string, string>> = {
  "0 harbour-light": "simaaaaaaaadbgo",
  "0 quartz-meadow": "simaaaaaaaagw2b",
  "0 copper-river": "simaaaaaaaahacb",
  "0 north-lantern": "simaaaaaaaabjnb",
  "1 harbour-light": "simaaaaaaaacd2k",
  "1 quartz-meadow": "simaaaaaaaaadxj",
  "1 copper-river": "simaaaaaaaabxsr",
  "1 north-lantern": "simaaaaaaaaaafj",
  "2 harbour-light": "simaaaaaaaacdko",
  "2 quartz-meadow": "simaaaaaaaanpmn",
  "2 copper-river": "simaaaaaaaawchx",
  "2 north-lantern": "simaaaaaaaaacjf",
};
