/** The prompt cache: which part of a request's input was there, which is put there. It lives on the world's clock. */
import { digest } from '../engine/digest.js';
import type { CacheCreation } from '@parlance/schemas';
import { collection, type Collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import type { Segment } from './request-size.js';

/** A cached prefix of requests. */
export interface CacheEntry {
  /** When it expires, in milliseconds since 1970. Each use moves it. */
  readonly expiresAt: number;
}

/** Cached prefixes, by the hash of what they hold. */
export const promptCache: CollectionName<CacheEntry> = collection<CacheEntry>('prompt_cache');

/** How the input of a request was taken. */
export interface InputUsage {
  /** Tokens outside the cache. */
  readonly input: number;
  /** Tokens read from the cache. */
  readonly read: number;
  /** Tokens put into the cache, by life of the entry. */
  readonly created: CacheCreation;
}

const LIFE_MS = { '5m': 300_000, '1h': 3_600_000 };
/** How many pieces before a breakpoint are looked at for an entry of an earlier, shorter request. */
const LOOK_BACK = 20;
const MAX_ENTRIES = 10_000;

/**
 * Reads from and writes to the cache for one request.
 *
 * @param world - The world.
 * @param model - Model id: models share no entries.
 * @param segments - The request, in pieces.
 */
export function passCache(world: World, model: string, segments: readonly Segment[]): InputUsage {
  const total = segments.reduce((sum, segment) => sum + segment.tokens, 0);
  const created = { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 };
  const last = segments.findLastIndex((segment) => segment.breakpoint !== undefined);
  if (last < 0) return { input: total, read: 0, created };
  const entries = world.store.of(promptCache);
  const keys = keysOf(model, segments.slice(0, last + 1));
  const now = world.clock.now();
  const hit = findHit(entries, { keys, segments, now });
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
    entries.put(key, { expiresAt: Math.max(entries.get(key)?.expiresAt ?? 0, now + LIFE_MS[ttl]) });
  });
  makeRoom(entries, now);
  return { input: total - done, read, created };
}

/** Hashes of the prefixes that end at each piece. */
function keysOf(model: string, segments: readonly Segment[]): string[] {
  let key = model;
  return segments.map((segment) => {
    key = digest('sha256', [key, JSON.stringify(segment.content)], 'base64url');
    return key;
  });
}

interface Search {
  readonly keys: readonly string[];
  readonly segments: readonly Segment[];
  readonly now: number;
}

/** Index of the last piece of the longest prefix that is cached; -1 for none. */
function findHit(entries: Collection<CacheEntry>, { keys, segments, now }: Search): number {
  for (let at = keys.length - 1; at >= 0; at--) {
    const isNear = segments.slice(at, at + LOOK_BACK).some((segment) => segment.breakpoint !== undefined);
    if (isNear && (entries.get(keys[at] as string)?.expiresAt ?? 0) > now) return at;
  }
  return -1;
}

function refresh(entries: Collection<CacheEntry>, key: string, now: number): void {
  const entry = entries.get(key);
  if (entry !== undefined) entries.put(key, { expiresAt: Math.max(entry.expiresAt, now + LIFE_MS['5m']) });
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
