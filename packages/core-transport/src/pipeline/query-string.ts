import type { Operation } from '@parlance/schemas/kit';

/**
 * Serializes a query: scalars as `name=value`, null as `name=`, arrays and objects in the operation's style
 * (`name[]`, `name[gte]`, `name.gte`). Undefined is left out.
 *
 * @returns The query with its question mark; empty if there are no parameters.
 */
export function queryString(operation: Operation, query: object | undefined): string {
  if (query === undefined) return '';
  let text = '';
  const styles = operation.query as Readonly<Record<string, string>> | undefined;
  for (const [name, value] of Object.entries(query)) text += field(name, value, styles?.[name]);
  return text === '' ? '' : `?${text.slice(1)}`;
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
