/** First import of every entry point: libp2p 3 calls Promise.withResolvers, which Node 20 does not have. */
import "core-js/actual/promise/with-resolvers.js";
