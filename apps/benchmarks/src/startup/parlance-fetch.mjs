/** The published build of `@parlance/inference`, with the adapter for `fetch`. */
import { FetchAdapter } from '@parlance/core-transport';
import { load as loadWith } from './parlance.mjs';

export function load(baseUrl) {
  return loadWith(baseUrl, { http: new FetchAdapter() });
}
