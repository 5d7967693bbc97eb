import type { Operation } from '@parlance/schemas/kit';
import { InvalidParamsError } from '../errors/request-errors.js';

/**
 * Serializes a query: scalars as `name=value`, null as `name=`, arrays and objects in the operation's style
 * (`name[]`, `name[gte]`, `name.gte`). Undefined is left out.
 *
 * @returns The query with its question mark; empty if there are no parameters.
 * @throws {InvalidParamsError} When a value cannot be serialized.
 */
export function queryString(operation: Operation, query: object | undefined): string {
  if (query === undefined) return '';
  checkQuery(operation, query);
  let text = '';
  const styles = operation.query as Readonly<Record<string, string>> | undefined;
  for (const [name, value] of Object.entries(query)) text += field(name, value, styles?.[name]);
  return text === '' ? '' : `?${text.slice(1)}`;
}

/**
 * Checks that the values of a query are scalars, or arrays and plain objects of scalars. Others, such as dates, would be
 * written as text that the service cannot read.
 *
 * @throws {InvalidParamsError} Naming the first value that is not.
 */
export function checkQuery(operation: Operation, query: object): void {
  for (const [name, value] of Object.entries(query)) {
    const isNested = Array.isArray(value) || isPlain(value);
    if (isNested ? Object.values(value).every(isScalar) : isScalar(value)) continue;
    const message = 'must be text, a number, a boolean, or an array or plain object of these';
    throw new InvalidParamsError(operation.id, [
      { path: name, rule: 'query', message, kind: 'string', code: 'type' },
    ]);
  }
}

function isScalar(value: unknown): boolean {
  return value == null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function field(name: string, value: unknown, style: string | undefined): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) {
    let text = '';
    for (const item of value) text += pair(`${name}[]`, item);
    return text;
  }
  if (typeof value !== 'object' || value === null) return pair(name, value);
  let text = '';
  for (const [key, member] of Object.entries(value)) {
    const full = style === 'name.gte' ? `${name}.${key}` : `${name}[${key}]`;
    if (member !== undefined) text += pair(full, member);
  }
  return text;
}

function pair(name: string, value: unknown): string {
  const written = value === null ? '' : encodeURIComponent(String(value).toWellFormed());
  return `&${encodeURIComponent(name)}=${written}`;
}
