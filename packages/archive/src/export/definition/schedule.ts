/** Whether a schedule fits into the rate limit. */
import type { ExportDefinition } from './export-definition.js';
import { ExportError } from './export-error.js';

const DAY_MS = 86_400_000;

/** Returns the requests per minute that all tools may send together, as shared rate limiters do: 300 while nothing is known. */
export function limitOf(bound: number | undefined, reported: number | undefined): number {
  return Math.min(bound ?? Infinity, reported ?? bound ?? 300);
}

/**
 * Rejects a schedule that needs more requests than the rate limit allows.
 *
 * @param requests - Requests per day.
 * @param allowed - Allowed requests per day.
 * @throws {ExportError} With code `limit_exceeded`.
 */
export function requireFit(exportName: string, requests: number, allowed: number): void {
  // What takes all of it never catches up with what changes during the first run.
  if (requests < allowed) return;
  throw new ExportError(
    'limit_exceeded',
    exportName,
    `the schedule needs ${Math.ceil(requests).toLocaleString('en')} requests per day, but the rate limit allows ${Math.floor(allowed).toLocaleString('en')}. Increase activities.window or chats.fullSweep, or reduce activities.recheck.`,
  );
}

/** Requests per day that do not depend on what users do: windows, rechecks, and sweeps. */
export function scheduledRequests(definition: ExportDefinition, users: number): number {
  const { activities, chats, sources } = definition;
  const windows = sources.has('activities')
    ? (DAY_MS / activities.windowMs) * (1 + activities.recheck.length)
    : 0;
  const sweepMs = chats.guidedBy === 'lists' ? DAY_MS : chats.sweepMs;
  const sweeps = sources.has('chats') ? (Math.ceil(users / 10) * DAY_MS) / sweepMs : 0;
  return windows + sweeps;
}
