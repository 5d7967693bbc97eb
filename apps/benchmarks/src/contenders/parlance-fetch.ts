/** Parlance with the adapter for `fetch`, the default outside Node.js. */
import { FetchAdapter } from '@parlance/core-transport';
import type { Contender } from './contender.ts';
import { connectWith } from './parlance.ts';

export function connect(baseUrl: string): Contender {
  return connectWith({ baseUrl, http: new FetchAdapter() });
}
