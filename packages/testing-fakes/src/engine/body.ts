/**
 * Sizes of request bodies, and parsing of JSON.
 *
 * Rules: INF-001.
 */
import type { Operation } from '@parlance/schemas';
import { badRequest, Refusal } from './refusal.js';

const MIB = 1024 * 1024;
/** Maximum nesting of a JSON body. Deeper nesting could overflow the stack of recursive code. */
const MAX_DEPTH = 200;

/** Maximum size of a body for which the contract declares none, in bytes. */
export const DEFAULT_MAX_BODY_BYTES: number = 32 * MIB;

/** Returns the maximum body size of an operation, in bytes: 32 MB unless the contract declares another. */
export function maxBodyBytes(operation: Operation): number {
  return operation.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
}

/** Creates the refusal of a body that is too large. */
export function tooLarge(operation: Operation): Refusal {
  const limit = maxBodyBytes(operation) / MIB;
  return new Refusal({
    status: 413,
    type: 'request_too_large',
    rule: 'GEN-008',
    message: `Request exceeds the maximum size of ${limit} MB.`,
  });
}

/** Returns the size of a body in bytes, to compare with {@link maxBodyBytes}. Approximate for short texts. */
export function bytesOf(body: string | Uint8Array | null): number {
  if (body === null) return 0;
  // A UTF-16 code unit takes at most three bytes of UTF-8, so a text this short is below every limit.
  if (typeof body === 'string') return body.length * 3 <= MIB ? body.length : Buffer.byteLength(body);
  return body.byteLength;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON object.
 *
 * @throws {Refusal} 400 when the body is not valid UTF-8, not valid JSON, not an object, or nested too deeply.
 */
export function readJson(body: string | Uint8Array | null): Readonly<Record<string, unknown>> {
  const text = textOf(body);
  if (text.trim() === '')
    throw badRequest('GEN-012', '', 'The request body is empty; a JSON object is required.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest('GEN-003', '', 'The request body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('GEN-012', '', 'The request body must be a JSON object.');
  }
  if (isTooDeep(value))
    throw badRequest('GEN-005', '', `The request body is nested deeper than ${MAX_DEPTH} levels.`);
  return value as Readonly<Record<string, unknown>>;
}

function textOf(body: string | Uint8Array | null): string {
  if (body === null || typeof body === 'string') return body ?? '';
  try {
    return decoder.decode(body);
  } catch {
    throw badRequest('GEN-003', '', 'The request body is not valid UTF-8.');
  }
}

/** Whether a JSON value exceeds the maximum nesting. */
export function isTooDeep(value: unknown): boolean {
  return isDeeper(value, MAX_DEPTH);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isDeeper(inner, levels - 1));
  for (const name in value) if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true;
  return false;
}
