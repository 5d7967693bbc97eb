/** A tool ledger in a file, for workers in several processes. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import type { StoredToolResult, ToolLedger } from '../tool-ledger.js';

interface Entry {
  readonly owner: string | null;
  readonly attempt: number;
  readonly expiresAt: number;
  readonly result?: StoredToolResult;
}

type Entries = Record<string, Entry | undefined>;

/** Opens a ledger that all processes with the same path share. */
export function fileLedger(path: string, leaseMs: number): ToolLedger {
  const holds = (entry: Entry | undefined, owner: string): entry is Entry => entry?.owner === owner;
  return {
    leaseMs,
    claim: (callId, owner) =>
      locked(path, (entries) => {
        const entry = entries[callId];
        if (entry?.result !== undefined) return { state: 'finished', result: entry.result };
        if (entry?.owner != null && entry.expiresAt > Date.now()) return { state: 'held' };
        const attempt = (entry?.attempt ?? 0) + 1;
        entries[callId] = { owner, attempt, expiresAt: Date.now() + leaseMs };
        return { state: 'claimed', attempt, isInterrupted: entry?.owner != null };
      }),
    renew: (callId, owner) =>
      locked(path, (entries) => {
        const entry = entries[callId];
        if (!holds(entry, owner)) return false;
        entries[callId] = { ...entry, expiresAt: Date.now() + leaseMs };
        return true;
      }),
    finish: (callId, owner, result) =>
      locked(path, (entries) => {
        const entry = entries[callId];
        if (entry?.result === undefined && entry?.owner != null && !holds(entry, owner)) return false;
        entries[callId] = { owner: null, attempt: entry?.attempt ?? 1, expiresAt: 0, result };
        return true;
      }),
    release: (callId, owner) =>
      locked(path, (entries) => {
        const entry = entries[callId];
        if (holds(entry, owner)) entries[callId] = { ...entry, owner: null };
      }),
  };
}

function locked<T>(path: string, change: (entries: Entries) => T): T {
  const lock = `${path}.lock`;
  while (!tryLock(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
  try {
    const entries = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Entries) : {};
    const result = change(entries);
    writeFileSync(`${path}.new`, JSON.stringify(entries));
    renameSync(`${path}.new`, path);
    return result;
  } finally {
    rmdirSync(lock);
  }
}

function tryLock(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}
