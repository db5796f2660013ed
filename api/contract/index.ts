/**
 * The list of operations. The key is the client's function; `id` is the tool and the description's
 * operationId.
 */
import { attest } from "./receipts/attest.js";
import { auto } from "./compute/auto.js";
import { claim } from "./accounts/claim.js";
import { compute } from "./compute/compute.js";
import { conformance } from "./compute/conformance.js";
import { consoleFile } from "./node/console.js";
import { demoKey } from "./accounts/demoKey.js";
import { demoKeyMint } from "./accounts/demoKeyMint.js";
import { dnsLookup } from "./names/dnsLookup.js";
import { dnsRegister } from "./names/dnsRegister.js";
import { dnsResolve, dnsResolveName } from "./names/dnsResolve.js";
import { dnsStatus } from "./names/dnsStatus.js";
import { openapi, openapi31, problemPage, problems } from "./node/documents.js";
import {
  apiCatalog,
  docsPage,
  docsScript,
  docsStart,
  docsStyle,
  landing,
  llmsText,
  nodeCard,
  securityText,
} from "./node/pages.js";
import {
  hostedFile,
  hostedRedirect,
  pageDelete,
  pageFile,
  pageList,
  pageOf,
  pagePublish,
} from "./node/hostedPages.js";
import {
  mailChange,
  mailDelete,
  mailList,
  mailRead,
  mailSealedList,
  mailSealedRead,
  mailSealedSend,
  mailSend,
} from "./mail/mail.js";
import {
  mailAttach,
  mailAttachment,
  mailConfirm,
  mailSealedAttach,
  mailSealedAttachment,
} from "./mail/mailAttachments.js";
import { mailHtml, mailHtmlSend, mailShown } from "./mail/mailHtml.js";
import { mailImages, mailImagesAllow, mailImagesBlock } from "./mail/mailImages.js";
import { mailInbound } from "./mail/mailInbound.js";
import { mailDirectory, mailIdentity, mailIdentityPut, mailUnlock } from "./mail/mailIdentity.js";
import { genesisExecute } from "./mesh/genesisExecute.js";
import { health } from "./node/health.js";
import {
  llmCredentialDelete,
  llmCredentialEdit,
  llmCredentialNew,
  llmCredentials,
  llmCredentialTest,
  llmKeyRotate,
} from "./models/llmCredentials.js";
import { llmChat, llmCompletions, llmModels, llmProviders } from "./models/llmChat.js";
import { llmTurn } from "./models/llmTurn.js";
import { identity } from "./accounts/identity.js";
import { identityRegister } from "./accounts/identityRegister.js";
import {
  identityChallenge,
  identitySession,
  identitySessionEnd,
} from "./accounts/identitySession.js";
import { keyNew, keyRevoke, keyRotate, keys } from "./accounts/keys.js";
import { computeUsage } from "./compute/computeUsage.js";
import { ledgerAudit, ledgerBalance, ledgerGrant } from "./economy/ledger.js";
import { nodeBackup, nodeHistory, nodeLogs } from "./node/nodeOperating.js";
import { ledgerEntries } from "./economy/ledgerEntries.js";
import { convert } from "./compute/convert.js";
import { derive, deriveSealed } from "./compute/derive.js";
import { kernel } from "./compute/kernel.js";
import { kernelPrompt } from "./compute/kernelPrompt.js";
import { libSearch } from "./compute/libSearch.js";
import { mcp, mcpDiscovery } from "./node/mcp.js";
import { meshCheckpoint } from "./mesh/meshCheckpoint.js";
import { meshConsistency } from "./mesh/meshConsistency.js";
import { meshGossip } from "./mesh/meshGossip.js";
import { meshPeers } from "./mesh/meshPeers.js";
import { meshScores } from "./mesh/meshScores.js";
import { meshStatus } from "./mesh/meshStatus.js";
import { meshTile } from "./mesh/meshTile.js";
import { meshTopics } from "./mesh/meshTopics.js";
import { meshVerify } from "./mesh/meshVerify.js";
import { meshWhy } from "./mesh/meshWhy.js";
import type { Handlers, Operation } from "./definition/operation.js";
import { operatorCategories } from "./compute/operatorCategories.js";
import { operatorSpec } from "./compute/operatorSpec.js";
import { operators } from "./compute/operators.js";
import {
  peerAccept,
  peerAllow,
  peerBan,
  peerConnect,
  peerDisconnect,
  peerForget,
  peerInvite,
  peerRules,
} from "./mesh/peerRules.js";
import { playgroundCompute } from "./compute/playgroundCompute.js";
import { price } from "./compute/price.js";
import { prove } from "./receipts/prove.js";
import { proveVerify } from "./receipts/proveVerify.js";
import { pulse } from "./mesh/pulse.js";
import { queryRepeat, queryResult } from "./node/queries.js";
import { ready } from "./node/ready.js";
import { receipt } from "./receipts/receipt.js";
import { reverify } from "./receipts/reverify.js";
import { sdkMetadata } from "./node/sdkMetadata.js";
import { computeTable, receiptRow } from "./compute/table.js";
import { shift } from "./compute/shift.js";
import { fieldNumbers } from "./compute/fieldNumbers.js";
import { solverOperations } from "./compute/solverOperations.js";
import { solvers } from "./compute/solvers.js";
import {
  contributeBond,
  contributeMode,
  contributePolicy,
  contributeRelease,
  contributeStatus,
} from "./market/contribute.js";
import {
  contributeChallenge,
  contributeStart,
  contributeStop,
  contributeVerdict,
  contributeWork,
} from "./market/contributeWork.js";
import { transferGet, transferList, transferSend } from "./market/transfers.js";
import {
  meshWitnessed,
  witnessAddCheckpoint,
  witnessCosign,
  witnessLogs,
  witnessMonitored,
  witnessStanding,
  witnessStatus,
} from "./mesh/witness.js";
import { jobCancel, jobGet, jobList, jobOpen, jobPrice, jobResult } from "./market/jobs.js";
import {
  burnEnvelopes,
  claimTransfer,
  fileEnvelopes,
  lockEnvelopes,
  transferEnvelopes,
} from "./receipts/envelopeOrders.js";
import { envelopeFolders, envelopes } from "./receipts/envelopes.js";
import { computeBatch } from "./compute/batch.js";
import { chainVerify } from "./receipts/chainVerify.js";
import {
  contractValidate,
  contractDeploy,
  contractList,
  contractGet,
  contractPut,
  contractDelete,
  contractPause,
  contractResume,
} from "./contracts/contracts.js";
import {
  contractDryRun,
  contractExport,
  contractFire,
  contractFirings,
  contractReplay,
} from "./contracts/contractFirings.js";
import { contractArchetypes, contractGenerate } from "./contracts/contractGenerate.js";
import { contractTemplate, contractTemplates } from "./contracts/contractTemplates.js";
import type { Stream, StreamHandlers } from "./definition/stream.js";
import {
  streamClose,
  streamClosePost,
  streamEdit,
  streamKeyRotate,
  streamList,
  streamNew,
  streamOf,
} from "./machines/streams.js";
import { harness } from "./node/harness.js";
import { observer } from "./reactors/observer.js";
import { scaffold } from "./node/scaffold.js";
import { skills } from "./node/skills.js";
import {
  reactorClose,
  reactorClosePost,
  reactorResume,
  reactorList,
  reactorNew,
  reactorObserve,
  reactorStep,
} from "./reactors/reactors.js";
import {
  reactorNext,
  reactorState,
  reactorTelemetry,
  reactorTrajectory,
} from "./reactors/reactorReads.js";
import { streamExport, streamLog, streamPlace } from "./machines/streamProofs.js";
import { streamSocket } from "./machines/streamSocket.js";
import {
  streamLatest,
  streamLink,
  streamLinkRotate,
  streamPull,
  streamSecureOpen,
  streamSecurePull,
  streamTick,
  streamTicks,
} from "./machines/streamTicks.js";
import { tallyClock } from "./economy/tallyClock.js";
import { tallyConsensus } from "./economy/tallyConsensus.js";
import { tallyHealth } from "./economy/tallyHealth.js";
import { publishDefault, setPublishDefault } from "./economy/tallyPublishDefault.js";
import { tallyRecord } from "./economy/tallyRecord.js";
import { tallyTransparency } from "./economy/tallyTransparency.js";
import {
  transparencyBreakdown,
  transparencyHistory,
  transparencyNow,
  transparencyRevenue,
} from "./economy/transparency.js";
import { spinUp } from "./accounts/spinUp.js";
import {
  stateEdit,
  stateKeyRotate,
  stateList,
  stateNew,
  stateOf,
  statePublished,
} from "./machines/state.js";
import { stateGrant, stateGrants, stateUngrant } from "./machines/stateGrants.js";
import {
  pohcCoverage,
  pohcEnergy,
  pohcLinkage,
  pohcPhase,
  pohcPulse,
  statePohcValidate,
} from "./machines/pohc.js";
import {
  stateAudit,
  stateCheckpoints,
  statePlace,
  stateClose,
  stateEvent,
  statePayload,
  statePayloadDrop,
} from "./machines/stateLog.js";
import { stateTallyEnvelopes, stateTallySummary, stateTallyVerify } from "./machines/stateTally.js";
import { verify } from "./receipts/verify.js";

/** Streams the node sends. */
export const nodeStreams = { streamSocket };

/** Operations the node answers. */
export const nodeOperations = {
  health,
  ready,
  pulse,
  prove,
  proveVerify,
  demoKey,
  demoKeyMint,
  claim,
  compute,
  computeTable,
  computeBatch,
  receiptRow,
  auto,
  verify,
  reverify,
  attest,
  shift,
  playgroundCompute,
  price,
  convert,
  derive,
  deriveSealed,
  kernel,
  kernelPrompt,
  operators,
  operatorCategories,
  operatorSpec,
  libSearch,
  conformance,
  sdkMetadata,
  genesisExecute,
  identity,
  identityRegister,
  receipt,
  identityChallenge,
  identitySession,
  identitySessionEnd,
  keys,
  keyNew,
  keyRotate,
  keyRevoke,
  spinUp,
  stateNew,
  stateList,
  statePublished,
  stateOf,
  stateEdit,
  stateKeyRotate,
  stateGrants,
  stateGrant,
  stateUngrant,
  stateClose,
  stateEvent,
  stateAudit,
  statePayload,
  statePayloadDrop,
  stateCheckpoints,
  statePlace,
  statePohcValidate,
  stateTallyEnvelopes,
  stateTallySummary,
  stateTallyVerify,
  pohcPulse,
  pohcPhase,
  pohcLinkage,
  pohcCoverage,
  pohcEnergy,
  meshCheckpoint,
  meshTile,
  meshConsistency,
  meshStatus,
  dnsRegister,
  dnsResolve,
  dnsResolveName,
  dnsLookup,
  dnsStatus,
  solvers,
  fieldNumbers,
  ...solverOperations,
  meshGossip,
  meshVerify,
  meshPeers,
  meshTopics,
  meshScores,
  meshWhy,
  peerRules,
  peerBan,
  peerAllow,
  peerForget,
  peerConnect,
  peerDisconnect,
  peerInvite,
  peerAccept,
  envelopes,
  envelopeFolders,
  fileEnvelopes,
  transferEnvelopes,
  claimTransfer,
  burnEnvelopes,
  lockEnvelopes,
  transferSend,
  transferList,
  transferGet,
  witnessStatus,
  witnessLogs,
  witnessMonitored,
  witnessCosign,
  witnessAddCheckpoint,
  witnessStanding,
  meshWitnessed,
  contributePolicy,
  contributeStatus,
  contributeBond,
  contributeRelease,
  contributeMode,
  contributeStart,
  contributeStop,
  contributeWork,
  contributeChallenge,
  contributeVerdict,
  jobPrice,
  jobOpen,
  jobList,
  jobGet,
  jobResult,
  jobCancel,
  ledgerBalance,
  ledgerEntries,
  ledgerGrant,
  ledgerAudit,
  nodeBackup,
  nodeHistory,
  nodeLogs,
  computeUsage,
  llmProviders,
  llmCredentialNew,
  llmCredentials,
  llmCredentialEdit,
  llmCredentialDelete,
  llmCredentialTest,
  llmKeyRotate,
  llmChat,
  llmTurn,
  llmModels,
  llmCompletions,
  tallyClock,
  tallyTransparency,
  tallyConsensus,
  tallyRecord,
  tallyHealth,
  publishDefault,
  setPublishDefault,
  chainVerify,
  transparencyNow,
  transparencyHistory,
  transparencyBreakdown,
  transparencyRevenue,
  streamNew,
  streamList,
  streamOf,
  streamEdit,
  streamClose,
  streamClosePost,
  streamTick,
  streamLatest,
  streamTicks,
  streamLink,
  streamLinkRotate,
  streamPull,
  streamSecureOpen,
  streamSecurePull,
  reactorNew,
  reactorList,
  reactorStep,
  reactorObserve,
  reactorState,
  reactorTrajectory,
  reactorTelemetry,
  reactorNext,
  reactorClose,
  reactorClosePost,
  reactorResume,
  contractTemplates,
  contractTemplate,
  contractArchetypes,
  contractGenerate,
  contractValidate,
  contractDeploy,
  contractList,
  contractGet,
  contractPut,
  contractDelete,
  contractPause,
  contractResume,
  contractFire,
  contractDryRun,
  contractReplay,
  contractFirings,
  contractExport,
  streamKeyRotate,
  streamExport,
  streamLog,
  streamPlace,
  observer,
  pagePublish,
  pageList,
  pageOf,
  pageFile,
  pageDelete,
  hostedFile,
  hostedRedirect,
  mailIdentity,
  mailIdentityPut,
  mailUnlock,
  mailDirectory,
  mailList,
  mailSend,
  mailRead,
  mailChange,
  mailDelete,
  mailSealedList,
  mailSealedRead,
  mailSealedSend,
  mailAttach,
  mailAttachment,
  mailConfirm,
  mailSealedAttach,
  mailSealedAttachment,
  mailHtml,
  mailShown,
  mailHtmlSend,
  mailImages,
  mailImagesAllow,
  mailImagesBlock,
  mailInbound,
  harness,
  skills,
  scaffold,
};

/** Operations that describe or repeat others; this room answers them itself. */
export const surfaceOperations = {
  landing,
  consoleFile,
  docsPage,
  docsScript,
  docsStart,
  docsStyle,
  apiCatalog,
  llmsText,
  nodeCard,
  securityText,
  openapi,
  openapi31,
  problems,
  problemPage,
  queryRepeat,
  queryResult,
  mcpDiscovery,
  mcp,
};

export const operations = { ...nodeOperations, ...surfaceOperations };

export type NodeHandlers = Handlers<typeof nodeOperations> & StreamHandlers<typeof nodeStreams>;
export type SurfaceHandlers = Handlers<typeof surfaceOperations>;

/** The generics erased: surfaces loop over this. */
export const allStreams: readonly Stream[] = Object.values(nodeStreams);
export const allOperations: readonly Operation[] = Object.values(operations);
