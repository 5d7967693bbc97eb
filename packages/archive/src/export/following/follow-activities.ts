import type { ActivityTailCheckpoint, ComplianceClient } from '@parlance/compliance';
import { wait } from '@parlance/core-transport/internal';
import type { Store } from '@parlance/durable';
import { ConfigError } from '@parlance/schemas/kit';
import type { RejectedRecord, Sink } from '../../sinks/sink.js';
import { durationMs, isoTime, timeMs, type Duration } from '../definition/duration.js';
import { ExportError } from '../definition/export-error.js';
import { activityRecord } from '../reading/read-window.js';
import type { OpenedSink } from '../state/sink-set.js';
import { deliverRecords, type DeliveredRecords } from './deliver-records.js';

const LEASE_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 60_000;

/** Options of {@link followActivities}. */
export interface FollowOptions {
  /** The client. */
  readonly compliance: ComplianceClient;
  /** Remembers what was delivered. */
  readonly store: Store;
  /** Receives the activities. */
  readonly sink: Sink;
  /** Ends it; then it resolves. */
  readonly signal: AbortSignal;
  /** Called with each record that the destination rejects, before it counts as delivered. It may be called again after a crash. */
  readonly onRejected: (rejection: RejectedRecord) => void | Promise<void>;
  /** Called when the service or the destination does not accept requests, before each wait. */
  readonly onWaiting?: ((waiting: { readonly error: unknown; readonly waitMs: number }) => void) | undefined;
  /** Name under which the store remembers it, together with the name of the sink. Default: `default`. */
  readonly name?: string | undefined;
  /** Where the first start begins (RFC 3339, or a `Date`). Default: now. */
  readonly from?: string | Date | undefined;
  /** Where it ends (RFC 3339, or a `Date`), exclusive. Default: never. */
  readonly until?: string | Date | undefined;
  /** How late an activity may become visible. Later ones are delivered too, out of order. Default: `5s`. */
  readonly lag?: Duration | undefined;
  /** Time between two requests. Default: `10s`. */
  readonly interval?: Duration | undefined;
}

/**
 * Delivers activities to a sink within seconds, at least once, without an archive. It continues where it was stopped or killed, and waits while the
 * service or the destination is unavailable. The stable ids are those that a follower of an archive sends: a receiver of both discards what it already
 * has, and the export certifies each activity once.
 *
 * @param options - See {@link FollowOptions}.
 * @returns Resolves at `until`, or when the signal is aborted.
 * @throws {ExportError} With code `already_running`, when another process delivers to the same sink under the same name.
 * @throws {ConfigError} When an option is invalid, or the sink cannot be used.
 */
export async function followActivities(options: FollowOptions): Promise<void> {
  const { compliance, store, sink, signal, name = 'default', from = new Date(), until, onWaiting } = options;
  const [fromMs, untilMs] = [timeMs('from', from), until === undefined ? undefined : timeMs('until', until)];
  if (options.from !== undefined && untilMs !== undefined && fromMs >= untilMs)
    throw new ConfigError('from', '`from` must be before `until`');
  const lagMs = durationMs('lag', options.lag ?? '5s');
  const intervalMs = durationMs('interval', options.interval ?? '10s');
  const key = `follow/${name}/${sink.name}`;
  await using lease = await store.leases.acquire(key, { durationMs: LEASE_MS });
  if (lease === null)
    throw new ExportError('already_running', name, `another process follows for ${sink.name}.`);
  const ends = AbortSignal.any([signal, lease.signal]);
  const saved = await store.checkpoints.load<ActivityTailCheckpoint>(key);
  const open = await sink.open({ exportName: name, signal: ends });
  try {
    const times = { resumeFrom: saved ?? isoTime(fromMs), ...(untilMs && { until: isoTime(untilMs) }) };
    const tail = compliance.activities.tail({}, { ...times, lagMs, intervalMs, signal: ends, onWaiting });
    // What was sent before a crash is sent again.
    let attempt = saved === null ? 1 : 2;
    for await (const { data, checkpoint } of tail.pages()) {
      const window = checkpoint.since.replaceAll(/[:.]/g, '-');
      const unit = { name: `activities/${window}`, family: 'activities', revision: 0 } as const;
      const records = data.map(activityRecord);
      if (data.length > 0) await deliver({ sink, open }, { unit, records, attempt, signal: ends }, options);
      if (data.length > 0) attempt = 1;
      await store.checkpoints.save(key, checkpoint);
    }
    // Another process may follow by now.
    if (!signal.aborted) lease.signal.throwIfAborted();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await open.close();
  }
}

/** Delivers until the destination has the records. */
async function deliver(
  follower: OpenedSink,
  delivery: DeliveredRecords,
  { onRejected, onWaiting }: FollowOptions,
): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      const attempt = delivery.attempt + failures;
      const { rejections } = await deliverRecords(follower, { ...delivery, attempt });
      for (const rejection of rejections) await onRejected(rejection);
      return;
    } catch (error) {
      delivery.signal.throwIfAborted();
      const waitMs = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      onWaiting?.({ error, waitMs });
      await wait(waitMs, delivery.signal);
    }
  }
}
