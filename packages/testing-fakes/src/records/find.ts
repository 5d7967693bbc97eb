/** Finding, archiving and removing records: the same in every resource. */
import type { AnyCall } from '../engine/call.js';
import { notFound } from '../engine/refusal.js';
import type { Clock } from '../world/clock.js';
import type { Collection } from '../world/store.js';

/** What names a record in an answer to an unknown id. */
export interface Named {
  /** Kind of object, for example `vault`. */
  readonly what: string;
  /** Rule that an unknown id breaks. Default `GEN-007`. */
  readonly rule?: string | undefined;
  /** `error.details.error_code` of the answer to an unknown id. Default none. */
  readonly errorCode?: string | undefined;
}

/**
 * Gives a record.
 *
 * @throws {Refusal} 404 when there is none: never made, removed, or another organization's.
 */
export function find<T>(records: Collection<T>, id: string, { what, rule, errorCode }: Named): T {
  const record = records.get(id);
  if (record === undefined) throw notFound(what, id, rule, errorCode);
  return record;
}

/**
 * Removes a record.
 *
 * @throws {Refusal} 404 when there is none, so a second removal is one.
 */
export function remove<T>(records: Collection<T>, id: string, named: Named): T {
  const record = find(records, id, named);
  records.delete(id);
  return record;
}

/** What every record that can be archived has. */
export interface Archivable {
  archived_at?: string | null | undefined;
  updated_at: string;
}

/**
 * Archives a record. Archiving it again changes nothing.
 *
 * @throws {Refusal} 404 when there is none.
 */
export function archive<T extends Archivable>(
  call: AnyCall,
  records: Collection<T>,
  { id, ...named }: Named & { readonly id: string },
): T {
  const record = find(records, id, named);
  if (record.archived_at != null) return record;
  return records.put(id, touch(call.world.clock, { ...record, archived_at: call.now }));
}

/**
 * Moves `updated_at` to the present, and at least one millisecond on, so that each change is seen.
 *
 * @param clock - The world's clock.
 * @param record - The changed record.
 */
export function touch<T extends { updated_at: string }>(clock: Clock, record: T): T {
  const now = clock.now();
  const before = Date.parse(record.updated_at);
  return { ...record, updated_at: now > before ? clock.iso() : new Date(before + 1).toISOString() };
}

/**
 * Gives a changed record, or the same when the changes change nothing. Members that are undefined keep their value.
 *
 * @param record - The record.
 * @param changes - New values.
 */
export function changed<T extends object>(
  record: T,
  changes: { readonly [K in keyof T]?: T[K] | undefined },
): T {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const differs = given.some(
    ([name, value]) => JSON.stringify((record as Record<string, unknown>)[name]) !== JSON.stringify(value),
  );
  return differs ? { ...record, ...(Object.fromEntries(given) as Partial<T>) } : record;
}
