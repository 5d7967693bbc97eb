/** Real services omit members that are null, so no member of a response that may be null is required. */
import * as z from 'zod';
import { expect, test } from 'vitest';
import type { OperationSchemas } from './kit/schema.js';
import { schemas } from './schemas.js';

/** The members of a schema that accept null and are required. */
function* requiredNullables(
  schema: z.core.$ZodType,
  path: string,
  seen: Set<z.core.$ZodType>,
): Generator<string> {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object')
    for (const [name, member] of Object.entries(def.shape)) {
      const at = `${path}.${name}`;
      if (member._zod.optin !== 'optional' && z.core.safeParse(member, null).success) yield at;
      yield* requiredNullables(member, at, seen);
    }
  else for (const inner of innerSchemas(def)) yield* requiredNullables(inner, path, seen);
}

function innerSchemas(def: z.core.$ZodTypes['_zod']['def']): readonly z.core.$ZodType[] {
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return [def.innerType];
    case 'lazy':
      return [def.getter()];
    case 'pipe':
      return [def.in, def.out];
    case 'intersection':
      return [def.left, def.right];
    case 'union':
      return def.options;
    case 'array':
      return [def.element];
    case 'record':
      return [def.valueType];
    default:
      return [];
  }
}

const parts = Object.entries<OperationSchemas>(schemas).flatMap(([id, { response, event }]) =>
  Object.entries({ response, event }).flatMap(([part, schema]) =>
    schema === undefined ? [] : [[`${id} ${part}`, schema] as const],
  ),
);

test.each(parts)('%s', (name, schema) => {
  expect([...requiredNullables(schema, name, new Set())]).toEqual([]);
});
