/**
 * First import of every entry point: libp2p 3 calls Promise.withResolvers, which Node 20 does not
 * have.
 */

/**
 * As ECMAScript 2024, 27.2.4.8: of the constructor it is called on, so that subclasses make their
 * own.
 */
function withResolvers(this: PromiseConstructor): object {
  let settle:
    | readonly [resolve: (value: unknown) => void, reject: (reason?: unknown) => void]
    | undefined;
  const promise = new this<unknown>((resolve, reject) => {
    settle = [resolve, reject];
  });
  const [resolve, reject] = settle!;
  return { promise, resolve, reject };
}

if (!("withResolvers" in Promise)) {
  Object.defineProperty(Promise, "withResolvers", {
    value: withResolvers,
    writable: true,
    configurable: true,
  });
}
