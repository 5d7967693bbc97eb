/** The arguments of `parlance-fakes serve`. */
import { isIP } from 'node:net';
import { parseNaming, type Naming } from '@parlance/schemas';
import { createTranslation } from '../engine/naming.js';
import type { Fault } from '../faults/fault.js';
import { readFaults } from '../faults/read-faults.js';
import { readRateLimits, type RateLimits } from '../limits/rate-limits.js';
import { readSavedRun, type SavedRun } from '../saved-run/saved-run.js';
import { readDocument, show, splitArguments, UsageError } from './arguments.js';

/** Arguments, checked. */
export interface ServeArguments {
  readonly port: number;
  readonly host: string;
  readonly seed: 'demo' | 'empty';
  readonly paceMs: number;
  readonly demo: { readonly users: number; readonly chats: number; readonly activities: number };
  readonly naming: Naming | undefined;
  /** File that keeps the worlds; undefined for memory. */
  readonly data: string | undefined;
  readonly faults: readonly Fault[];
  readonly rateLimits: RateLimits;
  readonly isVerbose: boolean;
  /** A saved run to serve; undefined for a new world. */
  readonly run?: SavedRun | undefined;
}

/** Arguments with a value. */
const WITH_VALUE = [
  '--port',
  '--host',
  '--seed',
  '--users',
  '--chats',
  '--activities',
  '--pace-ms',
  '--data',
  '--naming',
  '--faults',
  '--limits',
];
/** Arguments without. */
const FLAGS = ['--verbose', '--allow-remote'];

/**
 * Reads and checks the arguments.
 *
 * @param argv - Arguments after `serve`.
 * @throws {UsageError} For anything that is not as it should be.
 */
export function readServeArguments(argv: readonly string[]): ServeArguments {
  const given = splitArguments(argv, { withValue: WITH_VALUE, flags: FLAGS });
  const host = given.get('--host') ?? '127.0.0.1';
  if (isIP(host) === 0 && host !== 'localhost')
    throw new UsageError(`--host must be an IP address or localhost, not ${show(host)}.`);
  if (!isLoopback(host) && !given.has('--allow-remote')) {
    throw new UsageError(`--host ${host} is not loopback: add --allow-remote to let other machines connect.`);
  }
  const seed = given.get('--seed') ?? 'empty';
  if (seed !== 'demo' && seed !== 'empty')
    throw new UsageError(`--seed must be demo or empty, not ${show(seed)}.`);
  for (const name of ['--users', '--chats', '--activities']) {
    if (given.has(name) && seed !== 'demo') throw new UsageError(`${name} needs --seed demo.`);
  }
  return {
    host,
    seed,
    port: wholeNumber(given, '--port', 65_535),
    demo: {
      users: wholeNumber(given, '--users', 100_000),
      chats: wholeNumber(given, '--chats', 1_000_000),
      activities: wholeNumber(given, '--activities', 1_000_000),
    },
    paceMs: wholeNumber(given, '--pace-ms', 60_000),
    naming: namingFrom(given.get('--naming')),
    data: given.get('--data'),
    faults: documentFrom(given, '--faults', readFaults) ?? [],
    rateLimits: documentFrom(given, '--limits', readRateLimits) ?? {},
    isVerbose: given.has('--verbose'),
  };
}

function namingFrom(text: string | undefined): Naming | undefined {
  if (text === undefined) return undefined;
  const naming = parseNaming(text);
  if (naming === undefined) {
    throw new UsageError(`--naming must have the form vendor=X,assistant=Y,githost=Z, not ${show(text)}.`);
  }
  try {
    createTranslation(naming);
  } catch (error) {
    throw new UsageError(`--${(error as Error).message}.`);
  }
  return naming;
}

/**
 * Reads and checks the arguments of `open`: a file, then those of `serve`.
 *
 * @param argv - Arguments after `open`.
 * @throws {UsageError} For anything that is not as it should be.
 */
export function readOpenArguments([file, ...rest]: readonly string[]): ServeArguments {
  if (file === undefined || file.startsWith('--'))
    throw new UsageError('open needs a file, before its options.');
  const run = readDocument({ name: 'open', path: file, read: readSavedRun });
  return { ...readServeArguments(rest), run };
}

function documentFrom<T>(
  given: ReadonlyMap<string, string>,
  name: string,
  read: (value: unknown) => T,
): T | undefined {
  const path = given.get(name);
  return path === undefined ? undefined : readDocument({ name, path, read });
}

function wholeNumber(given: ReadonlyMap<string, string>, name: string, max: number): number {
  const text = given.get(name) ?? '0';
  if (!/^\d{1,9}$/.test(text) || Number(text) > max)
    throw new UsageError(`${name} must be a whole number from 0 to ${max}, not ${show(text)}.`);
  return Number(text);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
