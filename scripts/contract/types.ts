/** Writes the type of a schema. */
import type { ContractMarks } from '../../packages/schemas/src/kit/contract.ts';
import type * as z from 'zod';

/** What is known of the schemas. */
export interface TypeContext {
  /** Returns the marks of a schema. */
  marksOf(schema: z.core.$ZodType): ContractMarks | undefined;
  /** Returns the name of the type that a schema is exported for; undefined for a schema without a name. */
  nameOf(schema: z.core.$ZodType): string | undefined;
  /** Returns the fields of the object that a type names; none for a type without a schema. */
  shapeOf(type: string): z.core.$ZodShape;
  /** Called with each name that a type refers to. */
  refer(name: string): void;
}

/** A member of an object type. */
export interface MemberText {
  readonly key: string;
  /** The member, for example `name?: string | undefined;`. */
  readonly text: string;
  readonly schema: z.core.$ZodType;
}

/** Returns the type of a schema: its name, if it has one. */
export function typeText(schema: z.core.$ZodType, context: TypeContext): string {
  const { typeName, typeOf, and } = context.marksOf(schema) ?? {};
  const name = typeName ?? context.nameOf(schema);
  if (name !== undefined) return refer(name, context);
  if (typeOf === undefined) return typeBody(schema, context);
  const type = typeText(typeOf, context);
  return and === undefined ? type : `(${type} & ${refer(and, context)})`;
}

/** Returns the type of a schema, written out. */
export function typeBody(schema: z.core.$ZodType, context: TypeContext): string {
  const marks = context.marksOf(schema) ?? {};
  if (marks.page !== undefined)
    return `${refer(marks.page.typeName, context)}<${typeText(marks.page.of, context)}>`;
  if (marks.known !== undefined) {
    const known = '_zod' in marks.known ? typeText(marks.known, context) : literals(marks.known);
    return `${refer('OpenEnum', context)}<${known}>`;
  }
  if (marks.members !== undefined) return memberTexts(schema, context).join(' | ');
  return structure(schema, context);
}

function structure(schema: z.core.$ZodType, context: TypeContext): string {
  const inner = (of: z.core.$ZodType): string => typeText(of, context);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
    case 'undefined':
      return def.type;
    case 'never':
      return 'undefined';
    case 'literal':
      return literals(def.values);
    case 'enum':
      return literals(Object.values(def.entries));
    case 'optional': {
      const type = inner(def.innerType);
      return type === 'unknown' || type === 'undefined' ? type : `${type} | undefined`;
    }
    case 'nullable':
      return `${inner(def.innerType)} | null`;
    case 'pipe':
      return inner(def.out);
    case 'array':
      return `(${inner(def.element)})[]`;
    case 'record':
      return `Record<${inner(def.keyType)}, ${inner(def.valueType)}>`;
    case 'union':
      return memberTexts(schema, context).join(' | ');
    case 'object':
      return `{ ${membersOf(schema, context)
        .map(({ text }) => text)
        .join(' ')} }`;
    default:
      throw new Error(`A contract file has a schema of the kind ${def.type}, which has no type here.`);
  }
}

/**
 * Returns the members of an object type.
 *
 * @param isOwn - Whether a member is listed. Default: all are.
 */
export function membersOf(
  schema: z.core.$ZodType,
  context: TypeContext,
  isOwn: (key: string, field: z.core.$ZodType) => boolean = () => true,
): readonly MemberText[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') return [];
  const own = Object.entries(def.shape).filter(([key, field]) => isOwn(key, field));
  return own.map(([key, field]) => {
    const { def: fieldDef } = (field as z.core.$ZodTypes)._zod;
    const isOptional = fieldDef.type === 'optional';
    return { key, text: `${key}${isOptional ? '?' : ''}: ${typeText(field, context)};`, schema: field };
  });
}

/** Returns the types of a union's members. Those of a union without a name in it are members too. */
function memberTexts(union: z.core.$ZodType, context: TypeContext): readonly string[] {
  const { members, unknown = 'UnknownMember' } = context.marksOf(union) ?? {};
  const { def } = (union as z.core.$ZodTypes)._zod;
  const options = members ?? (def.type === 'union' ? def.options : []);
  const texts = options.flatMap((option) =>
    isUnnamedUnion(option, context) ? memberTexts(option, context) : [typeText(option, context)],
  );
  const last = members === undefined ? '' : refer(unknown, context);
  return [...new Set([...texts, last])].filter((text) => text !== '');
}

function isUnnamedUnion(schema: z.core.$ZodType, context: TypeContext): boolean {
  const { typeName, typeOf } = context.marksOf(schema) ?? {};
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'union' && (typeName ?? typeOf ?? context.nameOf(schema)) === undefined;
}

function literals(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
}

/** Returns a type after reporting the names in it. */
export function refer(type: string, context: TypeContext): string {
  for (const [name] of type.matchAll(/\b[A-Z]\w+/g)) context.refer(name);
  return type;
}
