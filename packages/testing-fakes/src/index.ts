/**
 * Public entry of `@parlance/testing-fakes`: a strict emulator of the service, in process or as the `parlance-fakes`
 * command. This file contains named re-exports only.
 *
 * @module index
 */
export { createFake } from './create-fake.js';
export type { Fake, FakeKeys, FakeOptions } from './create-fake.js';
export type {
  FakeAdapter,
  FakeBodySink,
  FakeHttpBody,
  FakeHttpRequest,
  FakeHttpResponse,
} from './adapters/adapter.js';
export type { Listening, ListenOptions } from './adapters/listen.js';
export type { DemoSizes } from './demo/organization.js';
export type { Fault, FaultMatch, StreamFault } from './faults/fault.js';
export type { FaultProgress } from './faults/fault-plan.js';
export type { Script, ScriptBlock, ScriptMatch, ScriptStep, ScriptUsage } from './scripts/script.js';
export type { SavedRun, ScriptProgress } from './saved-run/saved-run.js';
export type { LimitFamily, RateLimit, RateLimits } from './limits/rate-limits.js';
export type { LimitsUsed } from './limits/limit-plan.js';
export type { WorldKeeper } from './world/world-keeper.js';
export type { Clock, ClockMode, ClockOptions } from './world/clock.js';
export type { SeedName } from './seed/seeder.js';
export type { JournalEntry } from './world/journal.js';
export type { Random } from './world/random.js';
export type { Collection, CollectionName, DumpedCollection, Entry, Store } from './world/store.js';
export type { World, WorldState } from './world/world.js';
export { stageSessions } from './managed-agents/run/stage.js';
export type {
  SessionStage,
  StagedCredential,
  StagedError,
  StagedHttpAnswer,
  StagedReply,
  StagedResult,
  StagedServer,
  StagedVerdict,
} from './managed-agents/run/stage.js';
