import type { ClientSettings } from '../client-settings.js';
import { mergeHeaders } from '../checks/header-values.js';
import type { WrittenBody } from '../uploads/multipart.js';
import type { Call } from './call.js';

const BETA = 'vendor-beta';

/** Builds the headers of a call, except for the credential and those that an attempt adds. */
export function buildHeaders(
  call: Call,
  settings: Pick<ClientSettings, 'version' | 'betas' | 'headers'>,
  { contentType, contentLength }: Partial<Pick<WrittenBody, 'contentType' | 'contentLength'>>,
): Readonly<Record<string, string>> {
  const { operation } = call;
  const headers: Record<string, string> = {
    accept: operation.download !== undefined ? '*/*' : 'application/json',
    'vendor-version': settings.version,
  };
  const betas = joinBetas(settings.betas, call.betas, operation.beta);
  if (betas !== '') headers[BETA] = betas;
  // A browser sends its own user agent; setting ours would trigger a CORS preflight.
  if (!('document' in globalThis)) headers['user-agent'] = 'parlance-js';
  addHeaders(headers, settings.headers);
  if (call.kind === 'stream') headers['accept'] = 'text/event-stream';
  if (contentType !== undefined) headers['content-type'] = contentType;
  if (contentLength !== undefined) headers['content-length'] = String(contentLength);
  if (call.headers !== undefined) addHeaders(headers, call.headers);
  return headers;
}

/** Adds the headers of an option. Beta names are added to the others; null removes them all. */
function addHeaders(headers: Record<string, string>, extra: Readonly<Record<string, string | null>>): void {
  const { [BETA]: before } = headers;
  mergeHeaders(headers, extra, 'headers');
  const { [BETA]: added } = headers;
  if (before === undefined || added === undefined || added === before) return;
  const names = `${before},${added}`.split(',').map((name) => name.trim());
  headers[BETA] = [...new Set(names)].filter((name) => name !== '').join(',');
}

/** Joins the beta names of the client, the call and the operation, without duplicates. */
function joinBetas(
  client: readonly string[],
  call: readonly string[] = [],
  operation: string | undefined,
): string {
  if (client.length === 0 && call.length === 0) return operation ?? '';
  const names = new Set([...client, ...call]);
  if (operation !== undefined) {
    names.delete(operation);
    names.add(operation);
  }
  return [...names].join(',');
}
