import type { Operation } from '@parlance/core-transport';
import { keyVariable } from './key-variable.js';
import type { InspectedAttempt } from './inspected-call.js';

/** Headers that curl sets itself. */
const AUTOMATIC = new Set(['content-length', 'host', 'connection', 'accept-encoding', 'user-agent']);

/** Returns a request as a command line. The key comes from the environment. */
export function curlOf(
  operation: Operation,
  { method, url, requestHeaders }: InspectedAttempt,
  body: string | null,
): string {
  const parts = [`curl ${quoted(url)}`];
  if (method !== 'GET') parts[0] += ` -X ${method}`;
  for (const [name, value] of Object.entries(requestHeaders)) {
    if (AUTOMATIC.has(name)) continue;
    if (value !== '[hidden]') parts.push(`-H ${quoted(`${name}: ${value}`)}`);
    else parts.push(`-H "${name}: ${name === 'authorization' ? 'Bearer ' : ''}$${keyVariable(operation)}"`);
  }
  if (body !== null) parts.push(`--data-raw ${quoted(JSON.stringify(JSON.parse(body)))}`);
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
