import { InputError, validator } from '@parlance/schemas/validation';
import { Parlance } from '@parlance/sdk';
import { createFake, type Fake } from '@parlance/testing-fakes';
import { openWorldFile } from '@parlance/testing-fakes/file';
import { createAccess } from './access.js';
import { USER_AGENT } from './activity-families.js';
import type { Backend, Emulator } from './backend.js';
import { CallFailures } from './call-failures.js';
import { Inspector } from './inspector.js';
import { RemoteEmulator } from './remote-emulator.js';
import type { EmulatorSettings } from './settings.js';
import { explainRefusal, isLoopback, type ServiceSettings } from './service-settings.js';

/** Delay between the events of a stream, so that emulated replies visibly stream. */
const PACE_MS = 24;

/** The emulator's clock starts at the end of the demo organization's history. */
const DEMO_TIME = Date.UTC(2026, 5, 1, 8);

/** Shorter than the defaults, so that injected stalls time out quickly. */
const TIMEOUTS = { headersMs: 10_000, firstContentMs: 10_000, contentGapMs: 6_000 };

/** Rate limits of the emulator. High enough to be visible without getting in the way. */
const RATE_LIMITS = { messages: { requests: 1_000, input_tokens: 200_000, output_tokens: 40_000 } };

/**
 * Connects to a service, or starts an emulator if none is configured.
 *
 * @throws {InputError} When the clients reject the value of an environment variable, or the data file cannot be opened.
 */
export async function connect(
  service: ServiceSettings | undefined,
  emulator: EmulatorSettings = {},
): Promise<Backend> {
  return service === undefined ? connectToEmulator(emulator) : connectToService(service);
}

function connectToService(settings: ServiceSettings): Backend {
  const { baseUrl, controlToken: _, ...keys } = settings;
  const inspector = new Inspector(Object.values(keys));
  const failures = new CallFailures(process.env['PARLANCE_LOG'] || undefined);
  try {
    const parlance = new Parlance({
      baseUrl,
      ...keys,
      validation: validator({ requests: 'throw' }),
      headers: { 'user-agent': USER_AGENT },
      logger: failures.logger,
      telemetry: inspector.telemetry,
      middleware: [inspector.middleware],
    });
    // Clients are created lazily. Create them now, so that invalid settings are reported before serving.
    if (keys.apiKey !== undefined) void parlance.inference;
    if (keys.adminKey !== undefined) void parlance.admin;
    if (keys.complianceKey !== undefined) void parlance.compliance;
    const about = { host: new URL(baseUrl).host, baseUrl, emulator: false };
    const close = (): Promise<void> => parlance.close();
    const access = createAccess(Object.values(keys).map((key) => key ?? ''));
    const control = isLoopback(settings.baseUrl) ? new RemoteEmulator(settings) : undefined;
    return {
      parlance,
      about,
      access,
      failures,
      inspector,
      emulator: undefined,
      control,
      now: () => Date.now(),
      close,
    };
  } catch (error) {
    throw explainRefusal(error);
  }
}

async function createEmulator({ demo, data }: EmulatorSettings): Promise<Fake> {
  return createFake({
    seed: 'demo',
    demo,
    store: data === undefined ? undefined : await openData(data),
    clock: { mode: 'running', start: DEMO_TIME },
    paceMs: PACE_MS,
    rateLimits: RATE_LIMITS,
  });
}

async function connectToEmulator(settings: EmulatorSettings): Promise<Backend> {
  const fake = await createEmulator(settings);
  // A real socket, so that stalls, dropped connections and a stopped emulator behave as in production.
  let listening = await fake.listen();
  const { url } = listening;
  const { host, port } = new URL(url);
  const failures = new CallFailures(process.env['PARLANCE_LOG'] || undefined);
  const inspector = new Inspector(Object.values(fake.keys));
  const parlance = new Parlance({
    baseUrl: url,
    apiKey: fake.keys.api,
    adminKey: fake.keys.admin,
    complianceKey: fake.keys.compliance,
    // The emulator uses the documented names, whatever names the environment sets for a deployment.
    naming: {},
    validation: validator({ requests: 'throw' }),
    timeouts: TIMEOUTS,
    headers: { 'user-agent': USER_AGENT },
    logger: failures.logger,
    telemetry: inspector.telemetry,
    middleware: [inspector.middleware],
  });
  const emulator: Emulator = {
    fake,
    journal: async () => fake.journal(),
    setFaults: async (faults) => fake.setFaults(faults),
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
    about: { host, baseUrl: url, emulator: true },
    access: undefined,
    failures,
    inspector,
    emulator,
    control: emulator,
    now: () => fake.world().clock.now(),
    close,
  };
}

async function openData(file: string): ReturnType<typeof openWorldFile> {
  try {
    return await openWorldFile(file);
  } catch (error) {
    throw new InputError([{ path: '--data', message: (error as Error).message }]);
  }
}
