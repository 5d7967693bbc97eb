import type { Operation } from '@parlance/schemas/kit';
import { InvalidParamsError } from '../errors/request-errors.js';

/**
 * Builds the path of an operation with its parameters percent-encoded.
 *
 * @throws {InvalidParamsError} When a parameter is not a valid path segment.
 */
export function writePath(
  { id, path }: Operation,
  params: Readonly<Record<string, string>> | undefined,
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(id, name, params?.[name]));
}

const PLAIN = /^[\w-]+$/;

function encodeSegment(operation: string, name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidSegment(operation, name, 'must be a string');
  if (PLAIN.test(value)) return value;
  if (value === '') throw invalidSegment(operation, name, 'must not be empty');
  // Servers resolve these two segments even if the dots are percent-encoded.
  if (value === '.' || value === '..') throw invalidSegment(operation, name, 'must not be `.` or `..`');
  try {
    return encodeURIComponent(value);
  } catch {
    throw invalidSegment(operation, name, 'must be well-formed Unicode');
  }
}

function invalidSegment(operation: string, name: string, message: string): InvalidParamsError {
  return new InvalidParamsError(operation, [
    { path: name, rule: 'path-segment', message, kind: 'string', code: 'value' },
  ]);
}
