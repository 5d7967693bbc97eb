/** The service that the program talks to: a real one, or the emulator. */
import { Parlance, type ParlanceOptions } from '@parlance/sdk';
import { createFake, type SeedName } from '@parlance/testing-fakes';
import { explainRefusal, readService } from '../server/service-settings.js';
import { UsageError } from './arguments.js';

/** A service to talk to. */
export interface Service {
  /** Its clients. */
  readonly parlance: Parlance;
  /** What to tell the user about it. */
  readonly name: string;
  /** Closes connections, and stops the emulator. */
  close(): Promise<void>;
}

/** Between the events of a stream, so that a reply is seen to be written. */
const PACE_MS = 20;

/** How {@link openService} opens it. */
export interface OpenOptions {
  /** Lets the emulator write no faster than one can read. */
  readonly paced: boolean;
  /** What the emulator is filled with. Default `empty`. */
  readonly seed?: SeedName;
  /** Whether nothing can be done without a key for messages. Default true. */
  readonly needsApiKey?: boolean;
}

/**
 * Opens the service that the environment names, else starts the emulator on a free port of this machine.
 *
 * @param environment - Variables; `PARLANCE_BASE_URL` and the keys name a real service.
 * @param options - See {@link OpenOptions}.
 * @throws {InputError} When the variables can't be used.
 * @throws {UsageError} When the key is missing.
 */
export async function openService(
  environment: Readonly<Record<string, string | undefined>>,
  { paced, seed = 'empty', needsApiKey = true }: OpenOptions,
): Promise<Service> {
  const settings = readService(environment);
  if (settings === undefined) return startEmulator(paced, seed);
  const { baseUrl, ...keys } = settings;
  if (needsApiKey && keys.apiKey === undefined)
    throw new UsageError('PARLANCE_BASE_URL is set, but PARLANCE_API_KEY is not');
  const given = Object.fromEntries(Object.entries(keys).filter(([, key]) => key !== undefined));
  const parlance = openExplained({ baseUrl, ...given });
  return { parlance, name: baseUrl, close: () => parlance.close() };
}

/** Names the variable whose value the client refuses. */
function openExplained(options: ParlanceOptions): Parlance {
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
  // The emulator speaks the documents' words, whatever a deployment calls things.
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

/** Builds the client now, so that bad options are told before anything is sent. */
function open(options: ParlanceOptions): Parlance {
  const parlance = new Parlance(options);
  if (options.apiKey !== undefined) void parlance.inference;
  return parlance;
}
