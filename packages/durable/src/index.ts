/**
 * Public entry of `@parlance/durable`: stores, checkpoints, leases, ledgers, shared rate limits and job runners, for work made of many calls.
 *
 * @module index
 */
export type { Checkpoints, StoredCheckpoint } from './store/checkpoints.js';
export { localRunner, type LocalRunnerOptions } from './jobs/local-runner.js';
export { pgBossRunner, type PgBossRunnerOptions } from './jobs/pg-boss-runner.js';
export type { RunnerOptions } from './jobs/queue-runner.js';
export type {
  EnqueueOptions,
  FailedJob,
  JobContext,
  JobCounts,
  JobDefinition,
  JobEvent,
  NewJob,
  Runner,
} from './jobs/runner.js';
export {
  LeaseLostError,
  type Lease,
  type LeaseHolder,
  type LeaseOptions,
  type Leases,
} from './leases/lease.js';
export type {
  Ledger,
  LedgerClaim,
  LedgerClaimRequest,
  LedgerDecision,
  LedgerEntry,
  LedgerFilter,
  LedgerHold,
  LedgerOptions,
  LedgerState,
  NewLedgerDecision,
} from './ledger/ledger.js';
export { sharedRateLimiter, type SharedRateLimiterOptions } from './rate-limits/shared-rate-limiter.js';
export type { JsonValue } from './database/json-value.js';
export { createTable, type ColumnNames, type TableDefinition } from './database/create-table.js';
export type { StoreMigration, StoreSchema } from './database/migrate.js';
export type { StoreKind } from './database/store-database.js';
export { openStore, type OpenStoreOptions } from './store/open-store.js';
export { StoreError, type StoreErrorCode, type StoreErrorOptions } from './database/store-error.js';
export type { StoreWait } from './database/store-patience.js';
export type { Store, StoreSession, StoreTransaction, TransactionOptions } from './store/store.js';
