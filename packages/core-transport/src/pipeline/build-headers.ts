import type { ClientSettings } from '../client-settings.js';
import type { Call } from './call.js';
import { mergeHeaders } from './header-values.js';

/** Facts about the body that become headers. */
interface BodyFacts {
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
}

/** Builds the headers of a call, except for the credential and those that an attempt adds. */
export function buildHeaders(
  call: Call,
  settings: Pick<ClientSettings, 'version' | 'betas' | 'headers'>,
  { contentType, contentLength }: BodyFacts,
): Readonly<Record<string, string>> {
  const { operation } = call;
  const headers: Record<string, string> = {
    accept: operation.download === 'bytes' ? '*/*' : 'application/json',
    'vendor-version': settings.version,
  };
  const betas = joinBetas(settings.betas, call.betas, operation.beta);
  if (betas !== '') headers['vendor-beta'] = betas;
  // A browser sends its own user agent; setting ours would trigger a CORS preflight.
  if (!('document' in globalThis)) headers['user-agent'] = 'parlance-js';
  mergeHeaders(headers, settings.headers, 'headers');
  if (call.kind === 'stream') headers['accept'] = 'text/event-stream';
  if (contentType !== undefined) headers['content-type'] = contentType;
  if (contentLength !== undefined) headers['content-length'] = String(contentLength);
  if (call.headers !== undefined) mergeHeaders(headers, call.headers, 'headers');
  return headers;
}

/** Joins the beta names of the client, the call and the operation, without duplicates. */
function joinBetas(
  client: readonly string[],
  call: readonly string[] = [],
  operation: string | undefined,
): string {
  const names = new Set([...client, ...call]);
  if (operation !== undefined) {
    names.delete(operation);
    names.add(operation);
  }
  return [...names].join(',');
}
