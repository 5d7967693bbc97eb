/**
 * Prompt cache: which part of the input is read from the cache or written to it. Entries expire on the world's clock.
 *
 * Rules: INF-050, INF-051, INF-052, INF-054, INF-058, INF-118.
 */
import { digest } from '../engine/digest.js';
import type { CacheCreation } from '@parlance/schemas';
import { workspaceCollection, type Collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import type { Segment } from './request-size.js';

/** A cached request prefix. */
export interface CacheEntry {
  /** Expiry in milliseconds since the Unix epoch. Extended on every use. */
  readonly expiresAt: number;
}

/** Cached prefixes by the hash of their content. */
export const promptCache: CollectionName<CacheEntry> = workspaceCollection<CacheEntry>('prompt_cache');

/** Input tokens of a request by cache use. */
export interface InputUsage {
  /** Uncached tokens. */
  readonly input: number;
  /** Tokens read from the cache. */
  readonly read: number;
  /** Tokens written to the cache, by lifetime. */
  readonly created: CacheCreation;
}

const LIFETIME_MS = { '5m': 300_000, '1h': 3_600_000 };
/** Number of segments before a breakpoint to search for an entry of an earlier, shorter request. */
const LOOK_BACK = 20;
const MAX_ENTRIES = 10_000;

/**
 * Applies one request to the cache: reads the longest cached prefix and writes an entry for each breakpoint.
 *
 * @param world - World that stores the cache.
 * @param model - Model id. Entries are not shared between models.
 * @param segments - Segments of the request.
 */
export function applyCache(world: World, model: string, segments: readonly Segment[]): InputUsage {
  const total = segments.reduce((sum, segment) => sum + segment.tokens, 0);
  const created = { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 };
  const last = segments.findLastIndex((segment) => segment.breakpoint !== undefined);
  if (last < 0) return { input: total, read: 0, created };
  const entries = world.store.of(promptCache);
  const keys = keysOf(model, segments.slice(0, last + 1));
  const now = world.clock.now();
  const hit = findHit(entries, keys, segments, now);
  const read = tokensUpTo(segments, hit);
  let done = read;
  keys.forEach((key, index) => {
    const ttl = segments[index]?.breakpoint?.ttl ?? '5m';
    if (segments[index]?.breakpoint === undefined) {
      if (index === hit) refresh(entries, key, now);
      return;
    }
    const upTo = tokensUpTo(segments, index);
    if (index > hit) created[`ephemeral_${ttl}_input_tokens`] += upTo - done;
    done = Math.max(done, upTo);
    entries.put(key, { expiresAt: Math.max(entries.get(key)?.expiresAt ?? 0, now + LIFETIME_MS[ttl]) });
  });
  makeRoom(entries, now);
  return { input: total - done, read, created };
}

/** Returns the hash of the prefix that ends at each segment. */
function keysOf(model: string, segments: readonly Segment[]): string[] {
  let key = model;
  return segments.map((segment) => {
    key = digest('sha256', [key, JSON.stringify(segment.content)], 'base64url');
    return key;
  });
}

/** Returns the index of the last segment of the longest cached prefix, or -1. */
function findHit(
  entries: Collection<CacheEntry>,
  keys: readonly string[],
  segments: readonly Segment[],
  now: number,
): number {
  for (let at = keys.length - 1; at >= 0; at--) {
    const isNear = segments.slice(at, at + LOOK_BACK).some((segment) => segment.breakpoint !== undefined);
    if (isNear && (entries.get(keys[at] as string)?.expiresAt ?? 0) > now) return at;
  }
  return -1;
}

function refresh(entries: Collection<CacheEntry>, key: string, now: number): void {
  const entry = entries.get(key);
  if (entry !== undefined)
    entries.put(key, { expiresAt: Math.max(entry.expiresAt, now + LIFETIME_MS['5m']) });
}

function tokensUpTo(segments: readonly Segment[], index: number): number {
  let tokens = 0;
  for (let at = 0; at <= index; at++) tokens += segments[at]?.tokens ?? 0;
  return tokens;
}

function makeRoom(entries: Collection<CacheEntry>, now: number): void {
  if (entries.size <= MAX_ENTRIES) return;
  const expired = entries.entries().filter((entry) => entry.record.expiresAt <= now);
  for (const { id } of expired) entries.delete(id);
  const oldest = entries.entries().slice(0, Math.max(0, entries.size - MAX_ENTRIES));
  for (const { id } of oldest) entries.delete(id);
}
