/** Runs the checks of `parlance doctor`. */
import { stat } from 'node:fs/promises';
import {
  AuthenticationError,
  NotFoundError,
  ParlanceError,
  PermissionError,
  RateLimitError,
  type RateLimits,
} from '@parlance/core-transport';
import type { CommandContext } from '../command-context.js';
import { KEY_KINDS, KEY_VARIABLES, type FoundKey, type KeyKind } from '../config/keys.js';
import { describeError, hintFor } from '../describe-error.js';
import { checkBaseUrl, checkConfig, checkNode, checkProxy, checkStore } from './check-machine.js';
import { PROBES, type Probe } from './check-slices.js';
import { checkAccess, checkExport, checkRetention } from './check-writes.js';
import { ClockSkew } from './clock-skew.js';
import { failed, type Finding } from './finding.js';

type DoctorContext = Pick<CommandContext, 'settings' | 'signal' | 'env'>;

/** A probe must not wait long: its result is needed by a person. */
const PROBE_OPTIONS = {
  timeouts: { totalMs: 20_000 },
  retry: { maxRetries: 1 },
  rateLimit: { maxWaitMs: 5_000 },
};

/** Checks the setup. Findings are yielded as they are made. */
export async function* runDoctor(context: DoctorContext): AsyncGenerator<Finding, undefined> {
  const { settings, env } = context;
  yield checkNode();
  yield checkConfig(settings);
  const address = await checkBaseUrl(settings);
  yield address;
  if (address.status === 'ok') {
    yield checkProxy(settings.baseUrl ?? '', env);
    yield* checkKeys(context);
  }
  const store = await checkStore(settings);
  yield store;
  yield* checkExport(settings, context.signal);
  yield* checkRetention(settings);
  yield* checkAccess(settings, store.status !== 'failed');
}

async function* checkKeys(context: DoctorContext): AsyncGenerator<Finding, undefined> {
  const clock = new ClockSkew();
  let found = 0;
  for (const kind of KEY_KINDS) {
    const key = await findKey(context, kind);
    if ('status' in key) {
      if (key.status === 'failed') found += 1;
      yield key;
      continue;
    }
    found += 1;
    yield* checkSlice(context, kind, key, clock);
  }
  if (found === 0)
    yield {
      name: 'keys',
      status: 'failed',
      message: 'no key was found',
      fix: 'Set PARLANCE_COMPLIANCE_KEY for exports and retention, PARLANCE_API_KEY for batches, or keys in parlance.config.ts.',
    };
  yield clock.finding();
}

async function findKey({ settings }: DoctorContext, kind: KeyKind): Promise<FoundKey | Finding> {
  try {
    const key = await settings.findKey(kind);
    if (key !== undefined) return key;
    return { name: `${kind}.key`, status: 'skipped', message: `${KEY_VARIABLES[kind]} is not set` };
  } catch (error) {
    return failed(`${kind}.key`, error, 'Correct the file or the command of the key.');
  }
}

/** A key file that other users of the machine can read is not a secret. */
async function checkSecrecy(kind: KeyKind, { file }: FoundKey): Promise<Finding | undefined> {
  if (file === undefined || process.platform === 'win32') return undefined;
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return undefined;
  return {
    name: `${kind}.key_file`,
    status: 'warning',
    message: `other users of this machine can read ${file}`,
    fix: `chmod 600 ${file}`,
  };
}

async function* checkSlice(
  { settings, signal }: DoctorContext,
  kind: KeyKind,
  key: FoundKey,
  clock: ClockSkew,
): AsyncGenerator<Finding, undefined> {
  const options = { ...settings.clientOptions(), ...PROBE_OPTIONS, middleware: [clock.middleware] };
  let slice;
  try {
    slice = PROBES[kind](key.credential, options);
  } catch (error) {
    const { message } = describeError(error);
    const fix = `Copy the key again, without spaces and line breaks. It comes from ${key.origin}.`;
    yield { name: `${kind}.key`, status: 'failed', message, fix };
    return;
  }
  await using probes = slice;
  yield { name: `${kind}.key`, status: 'ok', message: `from ${key.origin}` };
  const secrecy = await checkSecrecy(kind, key);
  if (secrecy !== undefined) yield secrecy;
  for (const probe of probes.probes) {
    const finding = await runProbe(probe, kind, signal);
    yield finding;
    signal.throwIfAborted();
  }
  yield limitsFinding(kind, probes.limits());
}

async function runProbe(probe: Probe, kind: KeyKind, signal: AbortSignal): Promise<Finding> {
  const { name, reads } = probe;
  try {
    const reason = await probe.run({ signal });
    if (reason !== undefined) return { name, status: 'skipped', message: reason };
    return { name, status: 'ok', message: `the key can read ${reads}` };
  } catch (error) {
    if (!ParlanceError.is(error)) throw error;
    if (RateLimitError.is(error))
      return {
        name,
        status: 'warning',
        message: 'the rate limit is used up',
        fix: 'Run doctor again in some minutes. All tools of the organization share the limit.',
      };
    return { name, status: 'failed', message: describeError(error).message, fix: fixFor(error, kind, probe) };
  }
}

function fixFor(error: ParlanceError, kind: KeyKind, { scope }: Probe): string | undefined {
  const scopes =
    scope === undefined ? '' : ` It needs the scope ${scope}; scopes are fixed when a key is created.`;
  if (AuthenticationError.is(error))
    return `Check the key. It may be revoked, incomplete, or of another service.${scopes}`;
  if (PermissionError.is(error)) return `Use a key of the kind "${kind}".${scopes}`;
  if (NotFoundError.is(error)) return 'Check the URL. It must not contain a path such as /v1.';
  return hintFor(error);
}

function limitsFinding(kind: KeyKind, limits: RateLimits): Finding {
  const name = `${kind}.limits`;
  const shown = Object.entries(limits).flatMap(([what, limit]) =>
    'limit' in limit
      ? [
          `${limit.limit.toLocaleString('en')} ${what.replaceAll('_', ' ')} per minute${left(limit.remaining)}`,
        ]
      : [],
  );
  if (shown.length === 0) return { name, status: 'skipped', message: 'the service reported no rate limits' };
  return { name, status: 'ok', message: shown.join('; ') };
}

function left(remaining: number | null): string {
  return remaining === null ? '' : `, ${remaining.toLocaleString('en')} left`;
}
