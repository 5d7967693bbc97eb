/**
 * Public entry of `@parlance/testing-fakes`: a strict emulator of the service, in process or as the `parlance-fakes`
 * command. This file contains named re-exports only.
 *
 * @module index
 */
export { createFake } from './fake/create-fake.js';
export type { Fake, FakeKeys } from './fake/fake.js';
export type { FakeOptions } from './fake/fake-options.js';
export type {
  FakeAdapter,
  FakeBodySink,
  FakeHttpBody,
  FakeHttpRequest,
  FakeHttpResponse,
} from './adapters/adapter.js';
export type { Listening, ListenOptions } from './adapters/listen.js';
export type { DemoSizes } from './demo/organization.js';
export type { Fault, StreamFault } from './faults/fault.js';
export type { FaultProgress } from './faults/fault-plan.js';
export type { ScriptUsage } from './model/model-request.js';
export type { Script, ScriptBlock, ScriptMatch, ScriptStep } from './model/script.js';
export type { ModelPolicy } from './model/model-plan.js';
export type { SavedRun, ScenarioProgress, ScenarioState } from './fake/saved-run.js';
export type { ScriptProgress } from './model/script-plan.js';
export type { ClockChange } from './world/clock-change.js';
export { usualRateLimits } from './organization/rate-limits.js';
export type { LimitFamily, LimitsUsed, RateLimits } from './organization/rate-limits.js';
export type { RateLimit } from './limits/rate-limit.js';
export type { WorldKeeper } from './world/world-keeper.js';
export type { Clock, ClockMode, ClockOptions } from './world/clock.js';
export type { SeedName } from './emulator/service.js';
export type { JournalEntry } from './world/journal.js';
export { formatReliance, relianceOf } from './reliance/reliance.js';
export type { Reliance, RelianceSource, UsedAssumption } from './reliance/reliance.js';
export { expectRun } from './tool-calls/expect-run.js';
export type {
  CallExpectation,
  ExpectedInput,
  RunExpectation,
  ToolCallSource,
} from './tool-calls/expect-run.js';
export type { ToolCall } from './tool-calls/tool-calls.js';
export type { Random } from './world/random.js';
export type { Collection, CollectionName, DumpedCollection, Entry, Store } from './world/store.js';
export { emulatorPrices } from './usage/model-prices.js';
export type { EmulatorPrices } from './usage/model-prices.js';
export type { World, WorldState } from './world/world.js';
export type { Scenario, ScenarioChange, ScenarioParts, ScenarioTrigger } from './fake/scenario.js';
export type {
  ScenarioActivity,
  ScenarioChat,
  ScenarioFile,
  ScenarioGroup,
  ScenarioInvite,
  ScenarioMessage,
  ScenarioOrganization,
  ScenarioRecords,
  ScenarioRemovals,
  ScenarioSpendLimitRequest,
  ScenarioUser,
} from './compliance/scenario/records.js';
export type { Divergence, ResponseChange } from './exchanges/divergence.js';
export type { Exchange, RecordedEvent, RecordedResponse } from './exchanges/exchange.js';
export type { FaultMatch, RequestMatch } from './scenario/request-match.js';
export type { WebhookTargets } from './webhooks/targets.js';
export type {
  SessionCredential,
  SessionHttpResponse,
  SessionMcpServer,
  SessionRefusal,
  SessionReply,
  SessionReplyError,
  SessionScenario,
  SessionToolResult,
  SessionVerdict,
  SessionWorkflow,
} from './managed-agents/run/session-scenario.js';
