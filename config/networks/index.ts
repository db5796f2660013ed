/** Network presets: settings that go together, below every file and above the defaults. */

interface NetworkPreset {
  readonly about: string;
  /** Dotted keys to values. */
  readonly values: Readonly<Record<string, unknown>>;
}

export const networks: Readonly<Record<string, NetworkPreset>> = {
  main: {
    about: "The common network. It has no well-known nodes yet: name some with bootstrap.",
    values: { "network.name": "main", "network.registryFamily": "calc", "network.witnesses": [] },
  },
  test: {
    about: "For clusters on one machine: its nodes never mix with those of the common network.",
    values: {
      "network.name": "test",
      "network.registryFamily": "calc",
      "network.witnesses": [],
      "metrics.listen": "off",
      "p2p.connectionsMax": 256,
    },
  },
};
