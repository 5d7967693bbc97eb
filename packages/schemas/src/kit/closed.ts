/** Derives schemas of requests from those of replies: clients send back the blocks that they received. */
import * as z from 'zod';
import { mark, marksOf } from './contract.js';
import { ruleRegistry } from './rules.js';
import { discriminatedUnion, knownEnum } from './schema.js';

const derived = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * Returns the closed form of a schema for requests: at every depth, unknown fields, members and values are refused. Types,
 * rules and refinements stay the same. Maps stay as they are.
 *
 * @param schema - The schema of a part of a reply.
 */
export function closed<S extends z.core.$ZodType>(schema: S): S {
  const copy = derived.get(schema) ?? closedForm(schema as unknown as z.ZodType);
  derived.set(schema, copy).set(copy, copy);
  return copy as unknown as S;
}

function closedForm(schema: z.ZodType): z.ZodType {
  const copy = rebuilt(schema);
  if (copy === schema) return schema;
  const rules = ruleRegistry.get(schema);
  if (rules !== undefined) ruleRegistry.add(copy, rules);
  return mark({ ...marksOf(schema), typeOf: schema }, copy);
}

function rebuilt(schema: z.ZodType): z.ZodType {
  const { known, members, isRequiredInRequests } = marksOf(schema) ?? {};
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return known === undefined ? schema : knownEnum(known as readonly string[] | z.ZodType<string>);
    case 'object': {
      // A closed object is of a request, with all that is in it.
      if (def.catchall instanceof z.ZodNever) return schema;
      const fields = Object.entries(def.shape).map(([key, field]) => [key, closed(field)] as const);
      return copyOf(schema, { ...def, shape: Object.fromEntries(fields), catchall: z.never() });
    }
    case 'array':
      return copyOf(schema, { ...def, element: closed(def.element) });
    case 'optional':
      if (isRequiredInRequests === true) return (closed(def.innerType) as z.ZodType).clone();
      return copyOf(schema, { ...def, innerType: closed(def.innerType) });
    case 'nullable':
      return copyOf(schema, { ...def, innerType: closed(def.innerType) });
    case 'union': {
      const [first] = def.options;
      // The first option of an open union is the union of its known members.
      return members !== undefined && first instanceof z.ZodDiscriminatedUnion
        ? discriminatedUnion(
            first._zod.def.discriminator,
            members.map((member) => closed(member) as z.ZodType),
          )
        : copyOf(schema, { ...def, options: def.options.map((option) => closed(option)) });
    }
    default:
      return schema;
  }
}

function copyOf<Def extends z.core.$ZodTypeDef>(schema: z.ZodType, def: Def): z.ZodType {
  return schema.clone(def);
}
