import { InvalidParamsError } from '../errors/request-errors.js';

/** Writes a path from its parameters. */
export type PathWriter = (operation: string, params: Readonly<Record<string, string>> | undefined) => string;

/** Takes a path template apart once, so that a call only joins strings. */
export function compilePath(template: string): PathWriter {
  const pieces = template.split(/\{(\w+)\}/);
  const [head = ''] = pieces;
  if (pieces.length === 1) return () => head;
  return (operation, params) => {
    let path = head;
    for (let index = 1; index < pieces.length; index += 2) {
      const name = pieces[index] ?? '';
      path += encodeSegment(operation, name, params?.[name]) + (pieces[index + 1] ?? '');
    }
    return path;
  };
}

const PLAIN = /^[\w-]+$/;

function encodeSegment(operation: string, name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidSegment(operation, name, 'must be a string');
  if (PLAIN.test(value)) return value;
  if (value === '') throw invalidSegment(operation, name, 'must not be empty');
  // The two segments that servers resolve; no encoding of the dots would keep a server from it.
  if (value === '.' || value === '..') throw invalidSegment(operation, name, 'must not be `.` or `..`');
  try {
    return encodeURIComponent(value);
  } catch {
    throw invalidSegment(operation, name, 'must be well-formed text');
  }
}

function invalidSegment(operation: string, name: string, message: string): InvalidParamsError {
  return new InvalidParamsError(operation, [
    { path: name, rule: 'path-segment', message, kind: 'string', code: 'value' },
  ]);
}
