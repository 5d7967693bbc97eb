/** `parlance-fakes verify`: compares a deployment with the emulator. */
import { writePrivateFile } from '@parlance/files';
import { namingCodec } from '@parlance/schemas';
import * as z from 'zod';
import { TABLES } from '../engine/naming.js';
import { planRun, type RunPlan } from '../verify/plan.js';
import { probe } from '../verify/probe.js';
import { formatLeftBehind, formatReport, reportOf } from '../verify/report.js';
import { operationOf, requestOf, scenarios, type Codec } from '../verify/scenario.js';
import { causeOf, ConnectionError, send, type Target } from '../verify/target.js';
import { itemsOf, memberOf } from '../input/json.js';
import { verify, type Verification, type VerifyOptions } from '../verify/verify.js';
import { readArguments, UsageError } from './arguments.js';
import { upstreamFrom } from './record-arguments.js';
import { namingFrom } from './serve-arguments.js';
import { programOf, type Terminal } from './terminal.js';

const option = z.string().min(1);
const flag = z.boolean().default(false);

const options = z
  .strictObject({
    against: z.string().transform(upstreamFrom),
    'allow-writes': flag,
    'workspace-marker': option.optional(),
    divergences: option.optional(),
    naming: option.transform(namingFrom).optional(),
    json: flag,
    yes: flag,
  })
  .refine((one) => one['allow-writes'] === (one['workspace-marker'] !== undefined), {
    path: ['workspace-marker'],
    error:
      'must be set together with --allow-writes: the name of a vault in a workspace that is for tests only',
  });

/** Scenarios that run at the same time. */
const CONCURRENCY = 8;
const POLL_MS = 500;

/**
 * Runs the scenarios of the contract against a deployment.
 *
 * @param argv - Arguments after `verify`.
 * @param terminal - See {@link Terminal}.
 * @returns Exit code: 0 without differences, 1 with some, 2 when the deployment is unreachable or the run was stopped.
 * @throws {UsageError} When an argument is invalid, or there is no key.
 */
export async function runVerify(argv: readonly string[], terminal: Terminal): Promise<number> {
  const {
    against,
    naming = {},
    divergences: path,
    ...flags
  } = readArguments(argv, options, ['allow-writes', 'json', 'yes']);
  let requests = 0;
  const target: Target = {
    url: against.href.replace(/\/$/, ''),
    fetch: (input, init) => {
      requests++;
      return fetch(input, init);
    },
    keys: keysFrom(terminal.environment ?? process.env),
    pollMs: POLL_MS,
  };
  const codec = namingCodec(naming, TABLES);
  const stopped = new AbortController();
  terminal.onSignal(() => stopped.abort());
  try {
    const service = { target, codec, signal: stopped.signal };
    const plan = await planFor(service, flags, terminal);
    if (!flags.yes) await confirm(terminal);
    const verification = await verifyWith(terminal, { ...plan, ...service, concurrency: CONCURRENCY });
    const { ended } = verification;
    if (stopped.signal.aborted) {
      terminal.err(formatLeftBehind(verification.leftBehind).join(''));
      throw new ConnectionError();
    }
    const report = reportOf(verification, requests);
    terminal.out(flags.json ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
    const text = `${JSON.stringify({ divergences: verification.divergences }, null, 2)}\n`;
    if (path !== undefined)
      await writePrivateFile(path, text).catch((error: unknown) => {
        throw new UsageError(`--divergences: ${path} cannot be written (${causeOf(error)})`);
      });
    if (ended !== undefined)
      throw new ConnectionError(`${ended}; the report has what was compared until then`);
    return verification.divergences.length === 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const isLost = error instanceof ConnectionError;
    if (!isLost && !stopped.signal.aborted) throw error;
    const problem = isLost && !stopped.signal.aborted ? `${against.origin} ${error.message}` : 'stopped';
    terminal.err(`${programOf(terminal)}: ${problem}\n`);
    return 2;
  }
}

/** Checks the deployment and announces the run. @throws {UsageError} When an option is wrong for the deployment. */
async function planFor(
  { target, codec, signal }: Pick<VerifyOptions, 'target' | 'codec' | 'signal'>,
  flags: Pick<z.output<typeof options>, 'allow-writes' | 'workspace-marker'>,
  { err }: Terminal,
): Promise<RunPlan> {
  const { 'allow-writes': writes, 'workspace-marker': marker } = flags;
  const { problem, warnings } = await probe(target, codec, signal);
  if (problem !== undefined) throw new UsageError(problem);
  err(warnings.map((warning) => `${warning}\n`).join(''));
  if (marker !== undefined && !(await hasMarker(target, marker, codec, signal)))
    throw new UsageError('--workspace-marker: the workspace of PARLANCE_API_KEY has no vault of this name');
  const plan = planRun(scenarios, target.keys, { writes, commands: await isEmulator(target, signal) });
  err(announce(plan, new URL(target.url)));
  return plan;
}

/** A prompt that is interrupted is not confirmed. */
async function confirm(terminal: Terminal): Promise<void> {
  if ((await terminal.confirm?.('Continue?').catch(() => false)) !== true)
    throw new UsageError('nothing was compared; add --yes to start without asking');
}

function keysFrom(environment: NonNullable<Terminal['environment']>): Target['keys'] {
  const {
    PARLANCE_API_KEY: api,
    PARLANCE_ADMIN_KEY: admin,
    PARLANCE_COMPLIANCE_KEY: compliance,
  } = environment;
  for (const [name, key] of Object.entries({ api, admin, compliance }))
    if (/[^\t -~]/.test(key ?? ''))
      throw new UsageError(`PARLANCE_${name.toUpperCase()}_KEY must have printable ASCII characters only`);
  const keys = { ...(api && { api }), ...(admin && { admin }), ...(compliance && { compliance }) };
  if (Object.keys(keys).length === 0)
    throw new UsageError('PARLANCE_API_KEY, PARLANCE_ADMIN_KEY or PARLANCE_COMPLIANCE_KEY must be set');
  return { ...keys, unknown: 'unknown' };
}

/** Whether the workspace of the API key has a vault of this name. */
async function hasMarker(target: Target, name: string, codec: Codec, signal: AbortSignal): Promise<boolean> {
  const pages = new Set<string>();
  for (let page = ''; !pages.has(page);) {
    pages.add(page);
    const step = { line: `GET /v1/vaults?limit=100${page && `&page=${encodeURIComponent(page)}`}` };
    const operation = operationOf(step);
    const request = requestOf(step, operation, { bodies: [], run: '', key: target.keys.api, codec });
    const { status, json } = await send(target, request, { operation, codec }, signal);
    const vaults = itemsOf(json);
    if (status !== 200 || vaults === undefined)
      throw new UsageError(`--workspace-marker: the deployment answered ${status}, without a list of vaults`);
    if (vaults.some((vault) => memberOf(vault, 'display_name') === name)) return true;
    page = String(memberOf(json, 'next_page') ?? '');
  }
  return false;
}

/** Whether the deployment is an emulator, whose model follows commands. */
async function isEmulator(target: Target, signal: AbortSignal): Promise<boolean> {
  const path = '/v1/verify';
  const request = { method: 'GET', path, documentedPath: path, headers: {}, body: null, json: undefined };
  return (await send(target, request, { operation: undefined, codec: undefined }, signal)).rule !== null;
}

function announce({ requests, modelCalls, maxTokens, sessionTurns }: RunPlan, { origin }: URL): string {
  const calls = `${modelCalls} model calls (including batches) with at most ${maxTokens} tokens in total`;
  return `Sends ${requests} requests to ${origin}: ${calls}, and ${sessionTurns} turns of sessions, whose tokens have no limit. Sends more to wait, to remove what it has created, and to repeat a scenario with a difference.\n`;
}

/** Runs the scenarios. Writes the number of those that are done to one line of a terminal. */
async function verifyWith(terminal: Terminal, options: VerifyOptions): Promise<Verification> {
  if (terminal.isInteractive !== true) return verify(options);
  const count = options.scenarios.length;
  const onProgress = (done: number): void => terminal.err(`\rScenario ${done} of ${count}`);
  const verification = await verify({ ...options, onProgress });
  terminal.err('\n');
  return verification;
}
