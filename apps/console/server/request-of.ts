import type { OperationId } from '@parlance/schemas';
import type { Operation } from '@parlance/core-transport';
import type { ProgramCall } from './program.js';

/** Returns the path parameters and the query of a request. */
export function requestOf(operation: Operation, url: URL): ProgramCall {
  const pattern = operation.path.replaceAll(/\{\w+\}/g, '([^/]+)');
  const params = new RegExp(`${pattern}$`).exec(url.pathname)?.slice(1) ?? [];
  const query = queryOf(url);
  return {
    operation: operation.id as OperationId,
    params: params.map(decodeURIComponent),
    ...(Object.keys(query).length === 0 ? {} : { query }),
  };
}

/** Returns the query of a request. Whole numbers and booleans have their types. */
export function queryOf({ searchParams }: URL): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, value] of searchParams) add(query, name, value);
  return query;
}

/** Adds a parameter: `a=1`, `a[]=1`, `a[gte]=1` or `a.gte=1`. */
function add(query: Record<string, unknown>, name: string, value: string): void {
  const [, field = name, isList, bracket, dotted] =
    /^([^.[]+)(?:(\[\])|\[(\w+)\]|\.(\w+))?$/.exec(name) ?? [];
  const key = bracket ?? dotted;
  if (isList !== undefined) query[field] = [...((query[field] as unknown[] | undefined) ?? []), value];
  else if (key !== undefined)
    query[field] = { ...(query[field] as object | undefined), [key]: scalar(value) };
  else query[field] = scalar(value);
}

function scalar(text: string): unknown {
  return /^(true|false|0|[1-9]\d{0,14})$/.test(text) ? (JSON.parse(text) as unknown) : text;
}
