import { ConfigError, ParlanceError } from '@parlance/core-transport';
import type { WebhookEvent } from '@parlance/schemas/managed-agents';

/** Body of a delivery, exactly as received. A parsed and serialized copy does not match the signature. */
export type WebhookBody = string | Uint8Array<ArrayBuffer> | ArrayBuffer;

/** Headers of a delivery: `Headers`, or an object as in Node and Express, with names in any case. */
export type WebhookHeaders =
  Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Why a delivery was rejected. `missing_header`: a signature header is missing; `invalid_timestamp`: the timestamp is not a
 * number of seconds; `too_old`, `too_new`: the timestamp is outside of the tolerance; `signature_mismatch`: no secret
 * matches; `invalid_body`: the body is signed but is not an event.
 */
export type WebhookErrorCode =
  'missing_header' | 'invalid_timestamp' | 'too_old' | 'too_new' | 'signature_mismatch' | 'invalid_body';

/** A webhook delivery is not genuine, or was sent too long ago. Respond with status 400. */
export class WebhookError extends ParlanceError {
  declare readonly code: WebhookErrorCode;

  /** Name of the class. */
  override get name(): string {
    return 'WebhookError';
  }
}

/** Options for {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /** Maximum age of a delivery, and how far its time may be in the future, in seconds. Default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Returns the current time in milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

const DEFAULT_TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';
const VERSION = 'v1,';
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;
const SIGNATURE_BYTES = 32;

/**
 * Verifies a webhook delivery and returns its event. Works on Node, in browsers and in workers.
 *
 * Deliveries may be repeated: ignore events whose `id` you have handled. Their order is not guaranteed.
 *
 * @param body - Body of the request, exactly as received.
 * @param headers - Headers of the request.
 * @param secret - Signing secret with the prefix `whsec_`. While you rotate it, pass the old and the new one.
 * @param options - See {@link VerifyWebhookOptions}.
 * @throws {WebhookError} When the delivery is not genuine, or too old. The promise rejects with it.
 * @throws {ConfigError} When a secret or an option is invalid. The promise rejects with it.
 * @remarks Not in the documents; see "What the documents do not show" 1.6
 */
export async function verifyWebhook(
  body: WebhookBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  if (typeof headers !== 'object' || headers === null)
    throw new ConfigError('headers', '`headers` must be the headers of the request');
  const keys = await Promise.all(secretsOf(secret).map(importKey));
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const signatures = signaturesOf(requireHeader(headers, 'webhook-signature'));
  checkAge(timestamp, options);
  const bytes = bytesOf(body);
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  // One hash per secret: hashing once per signature would let anyone multiply the work with a long header.
  const expected = await Promise.all(keys.map((key) => crypto.subtle.sign(HMAC, key, signed)));
  const isGenuine = expected.some((hash) => signatures.some((one) => isEqual(one, new Uint8Array(hash))));
  if (!isGenuine)
    throw new WebhookError('signature_mismatch', 'no signature of the webhook matches the secret');
  return eventOf(bytes);
}

function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const isValid = Array.isArray(secrets) && secrets.length > 0;
  if (!isValid || secrets.some((one) => typeof one !== 'string' || one === ''))
    throw new ConfigError('secret', '`secret` must be a signing secret, or an array of at least one');
  return secrets;
}

/** The name of this type differs between the type libraries of Node and browsers. */
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

function importKey(secret: string): Promise<HmacKey> {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const bytes = fromBase64(encoded);
  if (bytes === undefined || bytes.length === 0)
    throw new ConfigError('secret', '`secret` must be `whsec_` followed by base64');
  return crypto.subtle.importKey('raw', bytes, HMAC, false, ['sign']);
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : valueIn(headers, name);
  const text = typeof value === 'string' ? value : value?.[0];
  if (text === undefined || text === '')
    throw new WebhookError('missing_header', `the header ${name} is missing`);
  return text;
}

/** Some servers keep the case in which the header was sent. */
function valueIn(headers: Exclude<WebhookHeaders, Pick<Headers, 'get'>>, name: string) {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function isHeaders(headers: WebhookHeaders): headers is Pick<Headers, 'get'> {
  return typeof (headers as { get?: unknown }).get === 'function';
}

/** During a rotation, the header has several signatures, separated by spaces. Other versions are ignored. */
function signaturesOf(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(' ')
    .filter((one) => one.startsWith(VERSION))
    .map((one) => fromBase64(one.slice(VERSION.length)))
    .filter((bytes) => bytes !== undefined)
    .filter((bytes) => bytes.length === SIGNATURE_BYTES);
}

/** Compares two signatures. The time does not depend on where they differ, so that it reveals nothing of the right one. */
function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = 0;
  for (let index = 0; index < SIGNATURE_BYTES; index++)
    difference |= (one[index] as number) ^ (other[index] as number);
  return difference === 0;
}

function checkAge(timestamp: string, { toleranceSeconds, now = Date.now }: VerifyWebhookOptions): void {
  const tolerance = toleranceSeconds ?? DEFAULT_TOLERANCE_SECONDS;
  if (!(tolerance >= 0))
    throw new ConfigError('toleranceSeconds', '`toleranceSeconds` must be a number of at least 0');
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('invalid_timestamp', 'the header webhook-timestamp must be a number of seconds');
  const age = Math.floor(now() / 1000) - Number(timestamp);
  if (Number.isNaN(age)) throw new ConfigError('now', '`now` must return a number of milliseconds');
  if (age > tolerance)
    throw new WebhookError('too_old', `the webhook was sent more than ${tolerance} seconds ago`);
  if (-age > tolerance)
    throw new WebhookError('too_new', `the time of the webhook is more than ${tolerance} seconds ahead`);
}

function bytesOf(body: WebhookBody): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof Uint8Array) return body;
  throw new ConfigError('body', '`body` must be the raw body of the request: a string or bytes');
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function eventOf(bytes: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The engine's message quotes the body.
    throw new WebhookError('invalid_body', 'the body of the webhook is not JSON');
  }
  const { id, data } = (event ?? {}) as { id?: unknown; data?: { type?: unknown } | null };
  if (typeof id !== 'string' || typeof data?.type !== 'string')
    throw new WebhookError('invalid_body', 'the body of the webhook is not an event');
  return event as WebhookEvent;
}
