/** Opens the service that the program connects to: a real one, or the emulator. */
import { InferenceClient, type InferenceClientOptions } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';
import { explainRefusal, readService } from '../server/service-settings.js';
import { UsageError } from './arguments.js';

/** An open service. */
export interface Service {
  readonly client: InferenceClient;
  /** Closes the connections, and stops the emulator if there is one. */
  readonly close: () => Promise<void>;
}

/** Delay between the events of a stream, so that emulated replies visibly stream. */
const PACE_MS = 20;

/**
 * Opens the service configured in the environment. Without one, starts the emulator on a free port of this machine.
 *
 * @param environment - Environment variables. `PARLANCE_BASE_URL` and the keys configure a service.
 * @param options - Whether the emulator streams at reading speed.
 * @throws {InputError} When a variable is invalid.
 * @throws {UsageError} When the API key is missing.
 */
export async function openService(
  environment: Readonly<Record<string, string | undefined>>,
  { paced }: { readonly paced: boolean },
): Promise<Service> {
  const settings = readService(environment);
  if (settings === undefined) return startEmulator(paced);
  const { baseUrl, apiKey } = settings;
  if (apiKey === undefined) throw new UsageError('PARLANCE_BASE_URL is set, but PARLANCE_API_KEY is not');
  const client = openConfigured({ baseUrl, apiKey });
  return { client, close: () => client.close() };
}

/** Opens the client. Errors name the environment variable instead of the option. */
function openConfigured(options: InferenceClientOptions): InferenceClient {
  try {
    return new InferenceClient(options);
  } catch (error) {
    throw explainRefusal(error);
  }
}

async function startEmulator(paced: boolean): Promise<Service> {
  const fake = createFake({ clock: { mode: 'running' }, paceMs: paced ? PACE_MS : 0 });
  const { url } = await fake.listen();
  // The emulator uses the documented names, whatever names the environment sets for a deployment.
  const client = new InferenceClient({ baseUrl: url, apiKey: fake.keys.api, naming: {} });
  return {
    client,
    close: async () => {
      await client.close();
      await fake.close();
    },
  };
}
