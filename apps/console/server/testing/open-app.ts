import { FetchAdapter } from '@parlance/core-transport';
import { Parlance } from '@parlance/sdk';
import { onTestFinished } from 'vitest';
import { createApp } from '../app.js';
import { connect } from '../connect.js';
import { Exports } from '../exports.js';
import { Traffic } from '../traffic.js';

/**
 * Creates the app with an emulator, without a socket. It is closed when the test ends.
 *
 * @param pages - Folder of the built pages.
 * @returns Its backend, a function that sends a request to a path or URL, and clients like those of the pages.
 */
export async function openApp(pages = import.meta.dirname) {
  const backend = await connect(undefined);
  const traffic = new Traffic(backend);
  onTestFinished(async () => {
    traffic.close();
    await backend.close();
  });
  const app = createApp({ backend, traffic, pages, exports: new Exports({ folder: '/nowhere', backend }) });
  const request = async (address: string, init?: RequestInit): Promise<Response> =>
    app.request(new URL(address, 'http://127.0.0.1:80').href, init);
  const page = new Parlance({
    baseUrl: 'http://127.0.0.1/api',
    http: new FetchAdapter({ fetch: async (url, init) => app.request(String(url), init) }),
    apiKey: 'none',
    adminKey: 'none',
    complianceKey: 'none',
    retry: { maxRetries: 0 },
  });
  return { backend, request, page };
}

/** A request with a JSON body. */
export function post(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}
