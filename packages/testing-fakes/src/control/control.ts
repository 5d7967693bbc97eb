/** The control API under `/_fake`. It is not part of the API and is available on loopback only. */
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import type { ControlHandler } from '../adapters/listen.js';
import type { FakeResponse } from '../engine/message.js';
import { show } from '../engine/refusal.js';
import { relianceOf } from '../reliance/reliance.js';
import type { JournalEntry } from '../world/journal.js';
import type { World } from '../world/world.js';
import { changeClock, ClockChangeSchema } from '../world/clock-change.js';
import { checkWorldName, WorldNameSchema } from '../world/world-name.js';
import { ControlError, requireAccess } from './access.js';

/** The part of an emulator that the control API controls. */
export interface Controlled {
  reset(world?: string): void;
  fork(from: string, to: string): void;
  snapshot(world?: string): unknown;
  /** Loads what {@link restore} requires. */
  load(): Promise<void>;
  restore(snapshot: unknown, world?: string): void;
  saveRun(world?: string): unknown;
  acceptInvite(inviteId: string, world?: string): unknown;
  /** Validates the scenario. */
  applyScenario(scenario: unknown, world?: string): void;
  scenarioProblems(world?: string): readonly string[];
  world(name?: string): World;
  journal(world?: string): readonly JournalEntry[];
}

/** Options for {@link createControl}. */
export interface ControlOptions {
  /** Bearer token that every request must have. Default: none is required. */
  readonly token?: string | undefined;
  /** Returns why the emulator rejects all requests; undefined while it works. */
  readonly problem: () => string | undefined;
}

const forkBody = z.strictObject({ to: WorldNameSchema });
const invitesBody = z.strictObject({ accept: z.string().min(1) });

/** An action, whose result is the response or a promise of it. */
type Action = (fake: Controlled, world: string, body: unknown) => unknown;

/** Actions by method and last segment of the path. */
const ACTIONS: Readonly<Record<string, Action>> = {
  'POST reset': (fake, world) => {
    fake.reset(world);
    return {};
  },
  'POST fork': (fake, world, body) => {
    const { to } = parseInput(forkBody, body, { source: 'body' });
    fake.fork(world, to);
    return {};
  },
  'POST invites': (fake, world, body) => {
    const { accept } = parseInput(invitesBody, body, { source: 'body' });
    try {
      return fake.acceptInvite(accept, world);
    } catch (error) {
      throw new ControlError(error instanceof Error ? error.message : String(error), 409);
    }
  },
  'POST clock': (fake, world, body) => {
    const { clock } = fake.world(world);
    changeClock(clock, parseInput(ClockChangeSchema, body, { source: 'body' }));
    return { now: clock.iso() };
  },
  'POST scenario': (fake, world, body) => {
    fake.applyScenario(body, world);
    return {};
  },
  'GET scenario': (fake, world) => ({ problems: fake.scenarioProblems(world) }),
  'POST faults': (fake, world, faults) => {
    fake.applyScenario({ faults: faults ?? null }, world);
    return {};
  },
  'POST limits': (fake, world, limits) => {
    fake.applyScenario({ limits: limits ?? null }, world);
    return {};
  },
  'POST scripts': (fake, world, replies) => {
    fake.applyScenario({ replies: replies ?? null }, world);
    return {};
  },
  'POST sessions': (fake, world, sessions) => {
    fake.applyScenario({ sessions: sessions ?? null }, world);
    return {};
  },
  'GET scripts': (fake, world) => ({ problems: fake.scenarioProblems(world) }),
  'GET journal': (fake, world) => fake.journal(world),
  'GET reliance': (fake, world) => relianceOf(fake, world),
  'GET snapshot': (fake, world) => fake.snapshot(world),
  'GET run': (fake, world) => fake.saveRun(world),
  'POST restore': async (fake, world, body) => {
    await fake.load();
    fake.restore(body, world);
    return {};
  },
};

/**
 * Creates the control API.
 *
 * @param fake - Emulator to control.
 * @param options - See {@link ControlOptions}.
 */
export function createControl(fake: Controlled, options: ControlOptions): ControlHandler {
  return (request, readBody) => {
    const path = (request.url ?? '').split('?', 1)[0] as string;
    if (path !== '/_fake' && !path.startsWith('/_fake/')) return undefined;
    return control(fake, { ...options, request, path, readBody });
  };
}

interface Controlling extends ControlOptions {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly readBody: () => Promise<Uint8Array>;
}

async function control(
  fake: Controlled,
  { request, path, readBody, token, problem }: Controlling,
): Promise<FakeResponse> {
  try {
    requireAccess(request, token);
    if (request.method === 'GET' && path === '/_fake/health') return health(problem());
    if (request.method === 'GET' && path === '/_fake/openapi.json') return json(200, openapi());
    const parts = /^\/_fake\/worlds\/([^/]+)\/([a-z]+)$/.exec(path);
    const action = Object.hasOwn(ACTIONS, `${request.method} ${parts?.[2]}`)
      ? ACTIONS[`${request.method} ${parts?.[2]}`]
      : undefined;
    if (parts === null || action === undefined)
      throw new ControlError(`Unknown control request: ${request.method} ${show(path)}`, 404);
    const world = parts[1] as string;
    checkWorldName(world);
    const body = request.method === 'POST' ? parse(await readBody()) : undefined;
    return json(200, await action(fake, world, body));
  } catch (error) {
    const status =
      error instanceof ControlError
        ? error.status
        : error instanceof TypeError || error instanceof RangeError
          ? 400
          : 500;
    return json(status, { error: { message: error instanceof Error ? error.message : String(error) } });
  }
}

function health(problem: string | undefined): FakeResponse {
  return problem === undefined
    ? json(200, { status: 'ok' })
    : json(503, { status: 'failed', error: { message: problem } });
}

/** Returns the contract as an OpenAPI document. Loaded on demand, because it is large and rarely requested. */
function openapi(): unknown {
  try {
    return createRequire(import.meta.url)('@parlance/schemas/openapi.json') as unknown;
  } catch (cause) {
    throw new ControlError('The OpenAPI document is missing; run "pnpm build"', 404, { cause });
  }
}

function parse(body: Uint8Array): unknown {
  if (body.byteLength === 0) return undefined;
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    throw new ControlError('The request body is not valid JSON.');
  }
}

function json(status: number, value: unknown): FakeResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
