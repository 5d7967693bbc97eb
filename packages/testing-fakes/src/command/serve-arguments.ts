/** Arguments of `parlance-fakes serve` and `open`. */
import { isIP } from 'node:net';
import { parseNaming, type Naming } from '@parlance/schemas';
import * as z from 'zod';
import { problemOfNaming } from '../engine/naming.js';
import type { FakeOptions } from '../fake/fake-options.js';
import { parseScenario, readScenarioPart } from '../fake/read-scenario-file.js';
import { InProcessFake } from '../fake/in-process-fake.js';
import type { Scenario } from '../fake/scenario.js';
import { services } from '../fake/services.js';
import { readArguments, readDocument, readText, show, UsageError } from './arguments.js';

/** Validated arguments. */
export interface ServeArguments {
  readonly port: number;
  readonly host: string;
  readonly chunksPerWrite: number;
  /** File that stores the worlds; undefined keeps them in memory. */
  readonly data: string | undefined;
  /** Options of the emulator. */
  readonly fake: FakeOptions;
  /** Whether the control API requires a token. */
  readonly hasControlToken: boolean;
  readonly isVerbose: boolean;
  /** Saved run to serve; undefined starts with a new world. */
  readonly run?: unknown;
}

const text = z.string().min(1);
const flag = z.boolean().default(false);
const DEMO_SIZES = ['users', 'chats', 'activities', 'organizations'] as const;
const SERVE_FLAGS = ['verbose', 'allow-remote', 'control-token'] as const;

/** Options of the address to listen on. */
export const addressFields: {
  readonly port: z.ZodType<number>;
  readonly host: z.ZodType<string>;
  readonly 'allow-remote': z.ZodType<boolean>;
} = {
  port: numberUpTo(65_535).default(0),
  host: z
    .string()
    .refine((host) => isIP(host) !== 0 || host === 'localhost', {
      error: ({ input }) => `must be an IP address or localhost, not ${show(input as string)}`,
      abort: true,
    })
    .default('127.0.0.1'),
  'allow-remote': flag,
};

/** Refuses an address that other machines can connect to, unless that is allowed. */
export function requireLoopback(
  options: { readonly host: string; readonly 'allow-remote': boolean },
  context: z.RefinementCtx,
): void {
  const { host } = options;
  if (!isLoopback(host) && !options['allow-remote'])
    context.addIssue({
      code: 'custom',
      path: ['host'],
      message: `must be a loopback address, not ${show(host)}; add --allow-remote to let other machines connect`,
    });
}

const serve = z
  .strictObject({
    ...addressFields,
    seed: z.enum(['demo', 'empty']).default('empty'),
    users: numberUpTo(100_000).optional(),
    chats: numberUpTo(1_000_000).optional(),
    activities: numberUpTo(1_000_000).optional(),
    organizations: numberUpTo(1000).optional(),
    'pace-ms': numberUpTo(60_000).default(0),
    'chunks-per-write': numberUpTo(10_000)
      .refine((count) => count > 0, 'must be at least 1')
      .default(1),
    data: text.optional(),
    naming: text.transform(namingFrom).optional(),
    betas: z.enum(['strict', 'lenient']).default('strict'),
    nulls: z.enum(['sent', 'omitted']).default('sent'),
    models: z.enum(['any', 'known']).optional(),
    scenario: text.optional(),
    faults: text.optional(),
    limits: text.optional(),
    replay: text.optional(),
    divergences: text.optional(),
    verbose: flag,
    'control-token': flag,
  })
  .superRefine((options, context) => {
    const refuse = (path: keyof typeof options, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { seed } = options;
    requireLoopback(options, context);
    for (const name of DEMO_SIZES)
      if (options[name] !== undefined && seed !== 'demo') refuse(name, 'requires --seed demo');
  });

/**
 * Parses and validates the arguments of `serve`.
 *
 * @param argv - Arguments after `serve`.
 * @throws {UsageError} When an argument is invalid; lists all problems.
 */
export async function readServeArguments(argv: readonly string[]): Promise<ServeArguments> {
  const options = readArguments(argv, serve, SERVE_FLAGS);
  const { host, port, data, seed, users, chats, activities, organizations, naming, betas, nulls } = options;
  const demo = { users, chats, activities, organizations };
  const scenario = await scenarioFrom(options);
  return {
    host,
    port,
    data,
    fake: { seed, demo, naming, betas, nulls, paceMs: options['pace-ms'], scenario },
    chunksPerWrite: options['chunks-per-write'],
    hasControlToken: options['control-token'],
    isVerbose: options.verbose,
  };
}

function numberUpTo(max: number): z.ZodType<number> {
  return z
    .string()
    .refine((digits) => /^\d{1,9}$/.test(digits) && Number(digits) <= max, {
      error: ({ input }) => `must be a whole number from 0 to ${max}, not ${show(input as string)}`,
      abort: true,
    })
    .transform(Number);
}

/** Reads the names of a deployment. */
export function namingFrom(text: string, context: z.RefinementCtx): Naming {
  const naming = parseNaming(text);
  const problem =
    naming === undefined
      ? `must have the form vendor=X,assistant=Y,githost=Z, not ${show(text)}`
      : problemOfNaming(naming);
  if (problem !== undefined) context.addIssue(problem);
  return naming ?? {};
}

/**
 * Parses and validates the arguments of `open`: a file, then the options of `serve`.
 *
 * @param argv - Arguments after `open`.
 * @throws {UsageError} When an argument or the file is invalid; lists all problems.
 */
export async function readOpenArguments([file, ...rest]: readonly string[]): Promise<ServeArguments> {
  if (file === undefined || file.startsWith('--'))
    throw new UsageError('open: requires a file, before any options');
  const fake = new InProcessFake(services, {});
  await fake.load();
  const validRun = (run: unknown): unknown => {
    fake.openRun(run);
    return run;
  };
  const run = await readDocument({ name: 'open', path: file, read: validRun });
  return { ...(await readServeArguments(rest)), run };
}

async function scenarioFrom(options: {
  readonly faults?: string | undefined;
  readonly limits?: string | undefined;
  readonly scenario?: string | undefined;
  readonly replay?: string | undefined;
  readonly divergences?: string | undefined;
  readonly models?: Scenario['models'];
}): Promise<Scenario> {
  const read = async (name: 'scenario' | 'replay' | 'divergences'): Promise<Scenario | undefined> => {
    const path = options[name];
    return path === undefined ? undefined : readText({ name: `--${name}`, path, read: parseScenario });
  };
  const [scenario, recording] = [await read('scenario'), await read('replay')];
  const divergent = await read('divergences');
  if (recording !== undefined && recording.exchanges === undefined)
    throw new UsageError(`--replay ${show(options.replay ?? '')}: has no exchanges; it is not a recording`);
  if (divergent !== undefined && divergent.divergences === undefined)
    throw new UsageError(`--divergences ${show(options.divergences ?? '')}: has no divergences`);
  const faults = await documentFrom('--faults', options.faults, (value) => readScenarioPart('faults', value));
  const limits = await documentFrom('--limits', options.limits, (value) =>
    readScenarioPart('limits', value, 'rateLimits'),
  );
  const { models } = options;
  return {
    ...(models !== undefined && { models }),
    ...(faults !== undefined && { faults }),
    ...(limits !== undefined && { limits }),
    ...scenario,
    ...recording,
    ...divergent,
  };
}

async function documentFrom<T>(
  name: string,
  path: string | undefined,
  read: (value: unknown) => T,
): Promise<T | undefined> {
  return path === undefined ? undefined : readDocument({ name, path, read });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
