/**
 * The capabilities of a node, in the order in which they are made and start; they stop in reverse.
 * One that is not listed here is no part of it.
 */
import { accounts } from "../accounts/capability.js";
import { agents } from "../agents/capability.js";
import { listed } from "../capability/define.js";
import { compute } from "../compute/capability.js";
import { contracts } from "../contracts/capability.js";
import { ledger } from "../ledger/capability.js";
import { liveness } from "../liveness/capability.js";
import { machines } from "../machines/capability.js";
import { mail } from "../mail/capability.js";
import { market } from "../market/capability.js";
import { mesh } from "../mesh/capability.js";
import { models } from "../models/capability.js";
import { names } from "../names/capability.js";
import { onboarding } from "../onboarding/capability.js";
import { operating } from "../operating/capability.js";
import { pages } from "../pages/capability.js";
import { reactors } from "../reactors/capability.js";
import { streams } from "../streams/capability.js";
import { transfers } from "../transfers/capability.js";
import { vaults } from "../vaults/capability.js";
import { witness } from "../witness/capability.js";

export const capabilities = listed([
  liveness,
  operating,
  mesh,
  accounts,
  ledger,
  machines,
  onboarding,
  vaults,
  names,
  compute,
  streams,
  reactors,
  contracts,
  witness,
  market,
  transfers,
  pages,
  models,
  mail,
  agents,
]);
