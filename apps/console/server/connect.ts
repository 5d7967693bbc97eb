import { validator } from '@parlance/schemas/validation';
import { Parlance } from '@parlance/sdk';
import { createFake } from '@parlance/testing-fakes';
import type { Backend, Emulator } from './backend.js';
import { CallFailures } from './call-failures.js';
import { explainRefusal, type ServiceSettings } from './service-settings.js';

/** Between two events of a stream, so that a visitor sees the emulator write. */
const PACE_MS = 24;

/** The demo organization lived until then. */
const DEMO_TIME = Date.UTC(2026, 5, 1, 8);

/** Shorter than the defaults, so that a visitor who lets the emulator stall sees the deadline pass. */
const SHORT = { headersMs: 10_000, firstContentMs: 10_000, contentGapMs: 6_000, totalMs: 30_000 };

/** So that a visitor sees limits; more than anybody types. */
const LIMITS = { messages: { requests: 1_000, input_tokens: 200_000, output_tokens: 40_000 } };

/**
 * Connects to the service, or to an emulator that is started here.
 *
 * @throws {InputError} When a variable has a value that the clients refuse.
 */
export async function connect(service: ServiceSettings | undefined): Promise<Backend> {
  return service === undefined ? connectToEmulator() : connectToService(service);
}

function connectToService({ baseUrl, ...keys }: ServiceSettings): Backend {
  const failures = new CallFailures(process.env['PARLANCE_LOG'] || undefined);
  try {
    const parlance = new Parlance({
      baseUrl,
      ...given(keys),
      validation: validator({ requests: 'throw' }),
      logger: failures.logger,
    });
    // Built now, so that a setting that cannot be used is told before anything is served.
    if (keys.apiKey !== undefined) void parlance.inference;
    if (keys.adminKey !== undefined) void parlance.admin;
    if (keys.complianceKey !== undefined) void parlance.compliance;
    const about = { host: new URL(baseUrl).host, emulator: false };
    const close = (): Promise<void> => parlance.close();
    return { parlance, about, failures, emulator: undefined, now: () => Date.now(), close };
  } catch (error) {
    throw explainRefusal(error);
  }
}

async function connectToEmulator(): Promise<Backend> {
  const fake = createFake({
    seed: 'demo',
    clock: { mode: 'running', start: DEMO_TIME },
    paceMs: PACE_MS,
    rateLimits: LIMITS,
  });
  // A real socket, so that stalls, cuts and a stopped emulator are what they are in life.
  let listening = await fake.listen();
  const { url } = listening;
  const { host, port } = new URL(url);
  const failures = new CallFailures(process.env['PARLANCE_LOG'] || undefined);
  const parlance = new Parlance({
    baseUrl: url,
    apiKey: fake.keys.api,
    adminKey: fake.keys.admin,
    complianceKey: fake.keys.compliance,
    // It speaks the documents' words, whatever a deployment calls things.
    naming: {},
    validation: validator({ requests: 'throw' }),
    timeouts: SHORT,
    logger: failures.logger,
  });
  const emulator: Emulator = {
    fake,
    stop: () => listening.close(),
    start: async () => {
      listening = await fake.listen({ port: Number(port) });
    },
  };
  const close = async (): Promise<void> => {
    await parlance.close();
    await fake.close();
  };
  return {
    parlance,
    about: { host, emulator: true },
    failures,
    emulator,
    now: () => fake.world().clock.now(),
    close,
  };
}

/** Leaves out what is not set: an option that is there must have a value. */
function given<T extends object>(options: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}
