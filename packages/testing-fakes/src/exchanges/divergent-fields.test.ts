import * as z from 'zod';
import { expect, test } from 'vitest';
import { LoadedSchemas } from '../emulator/loaded-schemas.js';
import { services } from '../fake/services.js';

interface Found {
  readonly members: Set<string>;
  readonly free: Set<string>;
}

/** Adds the names of the members of a schema, and of those that have free-form JSON. */
function collect(schema: unknown, found: Found, seen: Set<unknown>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  if (schema instanceof z.ZodObject)
    for (const [name, member] of Object.entries<z.ZodType>(schema.shape)) {
      found.members.add(name);
      if (isFree(member)) found.free.add(name);
      collect(member, found, seen);
    }
  else for (const inner of innerOf(schema)) collect(inner, found, seen);
}

function innerOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out];
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy;
  return isWrapper ? [schema.unwrap()] : [];
}

function isFree(schema: unknown): boolean {
  if (schema instanceof z.ZodRecord || schema instanceof z.ZodUnknown) return true;
  const isClosed = schema instanceof z.ZodObject || schema instanceof z.ZodArray;
  return !isClosed && innerOf(schema).some(isFree);
}

test('divergent-fields.json has the fields of all responses', async () => {
  const loaded = new LoadedSchemas(services);
  await loaded.loadAll();
  const found: Found = { members: new Set(), free: new Set() };
  const seen = new Set();
  for (const schemas of Object.values(loaded.operations())) collect(schemas?.response, found, seen);
  expect([...found.members]).toEqual(expect.arrayContaining(['display_name', 'stop_reason', 'next_page']));
  expect([...found.free]).toEqual(expect.arrayContaining(['metadata', 'input']));
  const fields = {
    roots: ['body', 'change', 'contract', 'events', 'headers', 'response'],
    // Errors have no schema, and the content of a file is compared in base64.
    free: [...found.free, 'error'].toSorted(),
    members: [...found.members, 'base64'].toSorted(),
  };
  await expect(`${JSON.stringify(fields, null, 2)}\n`).toMatchFileSnapshot('divergent-fields.json');
});
