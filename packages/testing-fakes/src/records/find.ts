/**
 * Operations on records that all resources share: find, remove, archive and change.
 *
 * Rules: GEN-020, MEM-030, VLT-005.
 */
import type { AnyCall } from '../engine/call.js';
import { identifier, notFound } from '../engine/refusal.js';
import type { Clock } from '../world/clock.js';
import type { Collection } from '../world/store.js';

/** Describes a record for the error response to an unknown id. */
export interface Named {
  /** Kind of object, for example `vault`. */
  readonly what: string;
  /** Whether its ids contain words of the documentation, for example `assistant_chat_...`. */
  readonly isNamed?: boolean | undefined;
  /** Rule that an unknown id violates. Defaults to `GEN-007`. */
  readonly rule?: string | undefined;
  /** `error.details.error_code` of the error response. Omitted by default. */
  readonly errorCode?: string | undefined;
}

/**
 * Returns a record.
 *
 * @throws {Refusal} 404 if the record does not exist, was removed, or belongs to another organization.
 */
export function find<T>(records: Collection<T>, id: string, { what, isNamed, rule, errorCode }: Named): T {
  const record = records.get(id);
  if (record === undefined) throw notFound(what, isNamed === true ? identifier(id) : id, rule, errorCode);
  return record;
}

/**
 * Removes and returns a record.
 *
 * @throws {Refusal} 404 if the record does not exist, or was removed before.
 */
export function remove<T>(records: Collection<T>, id: string, named: Named): T {
  const record = find(records, id, named);
  records.delete(id);
  return record;
}

/** A record that can be archived. */
export interface Archivable {
  archived_at?: string | null | undefined;
  updated_at: string;
}

/**
 * Archives a record. Archiving it again has no effect.
 *
 * @throws {Refusal} 404 if the record does not exist.
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
 * Sets `updated_at` to the current time, and at least one millisecond later than before, so that every change is visible.
 *
 * @param clock - Clock of the world.
 * @param record - Changed record.
 */
export function touch<T extends { updated_at: string }>(clock: Clock, record: T): T {
  const now = clock.now();
  const before = Date.parse(record.updated_at);
  return { ...record, updated_at: now > before ? clock.iso() : new Date(before + 1).toISOString() };
}

/**
 * Applies changes to a record. Returns the same object if nothing changes.
 *
 * @param record - Record to change.
 * @param changes - New values. Members that are undefined keep their value.
 */
export function changed<T extends object>(
  record: T,
  changes: { readonly [K in keyof T]?: T[K] | undefined },
): T {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  const differs = defined.some(
    ([name, value]) => JSON.stringify((record as Record<string, unknown>)[name]) !== JSON.stringify(value),
  );
  return differs ? { ...record, ...(Object.fromEntries(defined) as Partial<T>) } : record;
}
