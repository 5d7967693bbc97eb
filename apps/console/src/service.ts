/** The service that the program talks to: a real one, or the emulator. */
import { ConfigError, Parlance, type ParlanceOptions } from '@parlance/sdk';
import { createFake, type SeedName } from '@parlance/testing-fakes';
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

/**
 * Opens the service that the environment names, else starts the emulator on a free port of this machine.
 *
 * @param environment - Variables; `PARLANCE_BASE_URL` and `PARLANCE_API_KEY` name a real service.
 * @param options - `paced` lets the emulator write no faster than one can read; `seed` is what it is filled with.
 * @throws {UsageError} When the variables can't be used.
 */
export async function openService(
  environment: Readonly<Record<string, string | undefined>>,
  { paced, seed = 'empty' }: { readonly paced: boolean; readonly seed?: SeedName },
): Promise<Service> {
  const baseUrl = environment.PARLANCE_BASE_URL || undefined;
  const apiKey = environment.PARLANCE_API_KEY || undefined;
  if (baseUrl === undefined) return startEmulator(paced, seed);
  if (apiKey === undefined) throw new UsageError('PARLANCE_BASE_URL is set, but PARLANCE_API_KEY is not');
  const parlance = open({ baseUrl, apiKey });
  return { parlance, name: baseUrl, close: () => parlance.close() };
}

async function startEmulator(paced: boolean, seed: SeedName): Promise<Service> {
  const fake = createFake({ seed, clock: { mode: 'running' }, paceMs: paced ? PACE_MS : 0 });
  const { url } = await fake.listen();
  const { api: apiKey, admin: adminKey, compliance: complianceKey } = fake.keys;
  const parlance = open({ baseUrl: url, apiKey, adminKey, complianceKey });
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
  try {
    const parlance = new Parlance(options);
    void parlance.inference;
    return parlance;
  } catch (error) {
    if (ConfigError.is(error)) throw new UsageError(error.message);
    throw error;
  }
}
