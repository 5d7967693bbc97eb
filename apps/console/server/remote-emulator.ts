import type { Fault, JournalEntry } from '@parlance/testing-fakes';
import type { EmulatorControl } from './backend.js';
import type { ServiceSettings } from './service-settings.js';

/** Key of an emulator, which contains the name of its world. */
const KEY = /^(?:api|admin|compliance)-([\w.-]+)/;

/** Controls an emulator in another process, through the control API that it serves on loopback. */
export class RemoteEmulator implements EmulatorControl {
  readonly #world: string;
  readonly #token: string | undefined;

  constructor({ baseUrl, controlToken, ...keys }: ServiceSettings) {
    const key = keys.apiKey ?? keys.adminKey ?? keys.complianceKey ?? '';
    this.#world = new URL(`/_fake/worlds/${KEY.exec(key)?.[1] ?? 'default'}/`, baseUrl).href;
    this.#token = controlToken;
  }

  async journal(): Promise<readonly JournalEntry[]> {
    return (await this.#send('journal')) as JournalEntry[];
  }

  async setFaults(faults: readonly Fault[]): Promise<void> {
    await this.#send('faults', { method: 'POST', body: JSON.stringify(faults) });
  }

  async #send(action: string, init: RequestInit = {}): Promise<unknown> {
    const headers = this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` };
    const signal = AbortSignal.timeout(5_000);
    const response = await fetch(this.#world + action, { ...init, headers, signal });
    if (!response.ok) throw new Error(`The emulator rejected the request (${response.status}).`);
    return response.json();
  }
}
