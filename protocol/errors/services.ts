/** Onboarding, mail, and language models of other providers. */
import type { ErrorArea } from "./entry.js";

export const SERVICE_ERRORS = {
  UNKNOWN_STACK: {
    status: 400,
    exit: 2,
    title: "No stack has this name",
    remedy: "Use the name in `nearest`: curl, node, python and html are there.",
  },
  ADDRESS_TAKEN: {
    status: 409,
    exit: 8,
    title: "Another account has this mail address",
    remedy: "Choose another local part.",
  },
  FRAME_AUTH_FAILED: {
    status: 409,
    exit: 8,
    title: "The attachment was changed where it is kept, and is never served",
    remedy: "Ask its sender for it again: nothing of it can be trusted.",
  },
  PROVIDER_REFUSED: {
    status: 422,
    exit: 3,
    title: "The provider of the model refuses the request",
    remedy:
      "Read `detail` and `providerStatus`: the key, the model or the request is not as it wants.",
  },
  PROVIDER_LIMITED: {
    status: 429,
    exit: 7,
    title: "The provider of the model has a limit that is reached",
    remedy: "Wait as many seconds as `Retry-After` says, or use another key or model.",
  },
  PROVIDER_FAILED: {
    status: 502,
    exit: 1,
    title: "The provider of the model failed",
    remedy: "Read `detail`; the same request may work later, or with another provider.",
  },
  PROVIDER_TIMEOUT: {
    status: 504,
    exit: 1,
    title: "The provider of the model did not answer in time",
    remedy: "Repeat the request, with fewer tokens or another model.",
  },
  NEEDS_RECONFIGURATION: {
    status: 409,
    exit: 8,
    title: "The credential can no longer be read",
    remedy: "Delete it and create it again with its API key.",
  },
} as const satisfies ErrorArea;
