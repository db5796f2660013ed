/**
 * The list of operations. The key is the client's function; `id` is the tool and the description's
 * operationId.
 */
import { attest } from "./attest.js";
import { auto } from "./auto.js";
import { claim } from "./claim.js";
import { compute } from "./compute.js";
import { conformance } from "./conformance.js";
import { consoleFile } from "./console.js";
import { demoKey } from "./demoKey.js";
import { demoKeyMint } from "./demoKeyMint.js";
import { dnsLookup } from "./dnsLookup.js";
import { dnsRegister } from "./dnsRegister.js";
import { dnsResolve, dnsResolveName } from "./dnsResolve.js";
import { dnsStatus } from "./dnsStatus.js";
import { openapi, openapi31, problemPage, problems } from "./documents.js";
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
} from "./pages.js";
import {
  hostedFile,
  hostedRedirect,
  pageDelete,
  pageFile,
  pageList,
  pageOf,
  pagePublish,
} from "./hostedPages.js";
import {
  mailChange,
  mailDelete,
  mailList,
  mailRead,
  mailSealedList,
  mailSealedRead,
  mailSealedSend,
  mailSend,
} from "./mail.js";
import {
  mailAttach,
  mailAttachment,
  mailConfirm,
  mailSealedAttach,
  mailSealedAttachment,
} from "./mailAttachments.js";
import { mailHtml, mailHtmlSend, mailShown } from "./mailHtml.js";
import { mailImages, mailImagesAllow, mailImagesBlock } from "./mailImages.js";
import { mailInbound } from "./mailInbound.js";
import { mailDirectory, mailIdentity, mailIdentityPut, mailUnlock } from "./mailIdentity.js";
import { genesisExecute } from "./genesisExecute.js";
import { health } from "./health.js";
import {
  llmCredentialDelete,
  llmCredentialEdit,
  llmCredentialNew,
  llmCredentials,
  llmCredentialTest,
  llmKeyRotate,
} from "./llmCredentials.js";
import { llmChat, llmCompletions, llmModels, llmProviders } from "./llmChat.js";
import { llmTurn } from "./llmTurn.js";
import { identity } from "./identity.js";
import { identityRegister } from "./identityRegister.js";
import { identityChallenge, identitySession, identitySessionEnd } from "./identitySession.js";
import { keyNew, keyRevoke, keyRotate, keys } from "./keys.js";
import { computeUsage } from "./computeUsage.js";
import { ledgerAudit, ledgerBalance, ledgerGrant } from "./ledger.js";
import { nodeBackup, nodeLogs } from "./nodeOperating.js";
import { ledgerEntries } from "./ledgerEntries.js";
import { convert } from "./convert.js";
import { kernel } from "./kernel.js";
import { kernelPrompt } from "./kernelPrompt.js";
import { libSearch } from "./libSearch.js";
import { mcp, mcpDiscovery } from "./mcp.js";
import { meshCheckpoint } from "./meshCheckpoint.js";
import { meshConsistency } from "./meshConsistency.js";
import { meshGossip } from "./meshGossip.js";
import { meshPeers } from "./meshPeers.js";
import { meshScores } from "./meshScores.js";
import { meshStatus } from "./meshStatus.js";
import { meshTile } from "./meshTile.js";
import { meshTopics } from "./meshTopics.js";
import { meshVerify } from "./meshVerify.js";
import { meshWhy } from "./meshWhy.js";
import type { Handlers, Operation } from "./operation.js";
import { operatorCategories } from "./operatorCategories.js";
import { operatorSpec } from "./operatorSpec.js";
import { operators } from "./operators.js";
import {
  peerAccept,
  peerAllow,
  peerBan,
  peerConnect,
  peerDisconnect,
  peerForget,
  peerInvite,
  peerRules,
} from "./peerRules.js";
import { playgroundCompute } from "./playgroundCompute.js";
import { price } from "./price.js";
import { prove } from "./prove.js";
import { proveVerify } from "./proveVerify.js";
import { pulse } from "./pulse.js";
import { queryRepeat, queryResult } from "./queries.js";
import { ready } from "./ready.js";
import { receipt } from "./receipt.js";
import { reverify } from "./reverify.js";
import { sdkMetadata } from "./sdkMetadata.js";
import { computeTable, receiptRow } from "./table.js";
import { shift } from "./shift.js";
import { fieldNumbers } from "./fieldNumbers.js";
import { solverOperations } from "./solverOperations.js";
import { solvers } from "./solvers.js";
import {
  contributeBond,
  contributeMode,
  contributePolicy,
  contributeRelease,
  contributeStatus,
} from "./contribute.js";
import {
  contributeChallenge,
  contributeStart,
  contributeStop,
  contributeVerdict,
  contributeWork,
} from "./contributeWork.js";
import { transferGet, transferList, transferSend } from "./transfers.js";
import {
  meshWitnessed,
  witnessAddCheckpoint,
  witnessCosign,
  witnessLogs,
  witnessMonitored,
  witnessStanding,
  witnessStatus,
} from "./witness.js";
import { jobCancel, jobGet, jobList, jobOpen, jobPrice, jobResult } from "./jobs.js";
import {
  burnEnvelopes,
  claimTransfer,
  fileEnvelopes,
  lockEnvelopes,
  transferEnvelopes,
} from "./envelopeOrders.js";
import { envelopeFolders, envelopes } from "./envelopes.js";
import { computeBatch } from "./batch.js";
import { chainVerify } from "./chainVerify.js";
import {
  contractValidate,
  contractDeploy,
  contractList,
  contractGet,
  contractPut,
  contractDelete,
  contractPause,
  contractResume,
} from "./contracts.js";
import { contractDryRun, contractFire, contractReplay } from "./contractFirings.js";
import { contractArchetypes, contractGenerate } from "./contractGenerate.js";
import { contractTemplate, contractTemplates } from "./contractTemplates.js";
import type { Stream, StreamHandlers } from "./stream.js";
import {
  streamClose,
  streamClosePost,
  streamEdit,
  streamKeyRotate,
  streamList,
  streamNew,
  streamOf,
} from "./streams.js";
import { harness } from "./harness.js";
import { observer } from "./observer.js";
import { scaffold } from "./scaffold.js";
import { skills } from "./skills.js";
import {
  reactorClose,
  reactorClosePost,
  reactorList,
  reactorNew,
  reactorObserve,
  reactorStep,
} from "./reactors.js";
import { reactorNext, reactorState, reactorTelemetry, reactorTrajectory } from "./reactorReads.js";
import { streamExport, streamLog, streamPlace } from "./streamProofs.js";
import { streamSocket } from "./streamSocket.js";
import {
  streamLatest,
  streamLink,
  streamLinkRotate,
  streamPull,
  streamSecureOpen,
  streamSecurePull,
  streamTick,
  streamTicks,
} from "./streamTicks.js";
import { tallyClock } from "./tallyClock.js";
import { tallyConsensus } from "./tallyConsensus.js";
import { tallyHealth } from "./tallyHealth.js";
import { publishDefault, setPublishDefault } from "./tallyPublishDefault.js";
import { tallyRecord } from "./tallyRecord.js";
import { tallyTransparency } from "./tallyTransparency.js";
import {
  transparencyBreakdown,
  transparencyHistory,
  transparencyNow,
  transparencyRevenue,
} from "./transparency.js";
import { spinUp } from "./spinUp.js";
import {
  stateEdit,
  stateKeyRotate,
  stateList,
  stateNew,
  stateOf,
  statePublished,
} from "./state.js";
import { stateGrant, stateGrants, stateUngrant } from "./stateGrants.js";
import {
  pohcCoverage,
  pohcEnergy,
  pohcLinkage,
  pohcPhase,
  pohcPulse,
  statePohcValidate,
} from "./pohc.js";
import {
  stateAudit,
  stateCheckpoints,
  statePlace,
  stateClose,
  stateEvent,
  statePayload,
  statePayloadDrop,
} from "./stateLog.js";
import { stateTallyEnvelopes, stateTallySummary, stateTallyVerify } from "./stateTally.js";
import { verify } from "./verify.js";

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
