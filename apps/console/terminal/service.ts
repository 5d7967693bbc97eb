/** Opens the service that the program connects to: a real one, or the emulator. */
import { Parlance, type ParlanceOptions } from '@parlance/sdk';
import { createFake, type SeedName } from '@parlance/testing-fakes';
import { explainRefusal, readService } from '../server/service-settings.js';
import { UsageError } from './arguments.js';

/** An open service. */
export interface Service {
  /** Clients of the service. */
  readonly parlance: Parlance;
  /** Display name. */
  readonly name: string;
  /** Closes the connections, and stops the emulator if there is one. */
  close(): Promise<void>;
}

/** Delay between the events of a stream, so that emulated replies visibly stream. */
const PACE_MS = 20;

/** Options for {@link openService}. */
export interface OpenOptions {
  /** Whether the emulator streams at reading speed. */
  readonly paced: boolean;
  /** Initial data of the emulator. Defaults to `empty`. */
  readonly seed?: SeedName;
  /** Whether `PARLANCE_API_KEY` is required. Defaults to true. */
  readonly needsApiKey?: boolean;
}

/**
 * Opens the service configured in the environment. Without one, starts the emulator on a free port of this machine.
 *
 * @param environment - Environment variables. `PARLANCE_BASE_URL` and the keys configure a service.
 * @param options - See {@link OpenOptions}.
 * @throws {InputError} When a variable is invalid.
 * @throws {UsageError} When the required API key is missing.
 */
export async function openService(
  environment: Readonly<Record<string, string | undefined>>,
  { paced, seed = 'empty', needsApiKey = true }: OpenOptions,
): Promise<Service> {
  const settings = readService(environment);
  if (settings === undefined) return startEmulator(paced, seed);
  const { baseUrl, controlToken: _, ...keys } = settings;
  if (needsApiKey && keys.apiKey === undefined)
    throw new UsageError('PARLANCE_BASE_URL is set, but PARLANCE_API_KEY is not');
  const parlance = openConfigured({ baseUrl, ...keys });
  return { parlance, name: baseUrl, close: () => parlance.close() };
}

/** Opens the client. Errors name the environment variable instead of the option. */
function openConfigured(options: ParlanceOptions): Parlance {
  try {
    return open(options);
  } catch (error) {
    throw explainRefusal(error);
  }
}

async function startEmulator(paced: boolean, seed: SeedName): Promise<Service> {
  const fake = createFake({ seed, clock: { mode: 'running' }, paceMs: paced ? PACE_MS : 0 });
  const { url } = await fake.listen();
  const { api: apiKey, admin: adminKey, compliance: complianceKey } = fake.keys;
  // The emulator uses the documented names, whatever names the environment sets for a deployment.
  const parlance = open({ baseUrl: url, apiKey, adminKey, complianceKey, naming: {} });
  return {
    parlance,
    name: `the emulator at ${url}`,
    close: async () => {
      await parlance.close();
      await fake.close();
    },
  };
}

/** Creates the inference client eagerly, so that invalid options are reported before anything is sent. */
function open(options: ParlanceOptions): Parlance {
  const parlance = new Parlance(options);
  if (options.apiKey !== undefined) void parlance.inference;
  return parlance;
}
