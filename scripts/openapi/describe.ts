/** Adds to a JSON Schema what only the contract's types say: comments, names, the known values of open enumerations. */
import ts from 'typescript';
import type { JsonSchema } from './component-schemas.ts';
import type { ContractTypes } from './contract-types.ts';
import { FIELD_COMMENT, TYPE_NAME } from './hoist.ts';

/**
 * Returns a copy of a schema with the comments of its type. Objects of exported types are marked with the type's name.
 * References are not followed.
 *
 * @param schema - The schema.
 * @param type - The type that the schema was checked against.
 * @param types - Types of the contract.
 */
export function describe(schema: JsonSchema, type: ts.Type, types: ContractTypes): JsonSchema {
  if (schema.$ref !== undefined) return schema;
  const keyword = schema.oneOf === undefined ? 'anyOf' : 'oneOf';
  const options = schema[keyword] as readonly JsonSchema[] | undefined;
  if (options !== undefined) {
    const described = options.map((option) => describeOption(option, type, types));
    return { ...commentOf(type.aliasSymbol, types), ...schema, [keyword]: described };
  }
  switch (schema.type) {
    case 'string':
      return { ...commentOf(type.aliasSymbol, types), ...schema, ...knownValues(schema, type) };
    case 'array':
      return describeItems(schema, type, types);
    case 'object':
      return describeObject(schema, type, types);
    default:
      return schema;
  }
}

function describeOption(option: JsonSchema, type: ts.Type, types: ContractTypes): JsonSchema {
  if (option.type !== 'object') return describe(option, type, types);
  const member = membersOf(type).find((found) => isObject(found, types) && allows(found, option, types));
  return member === undefined ? option : describeObject(option, member, types);
}

/** Members of a union, without null and undefined. */
function membersOf(type: ts.Type): readonly ts.Type[] {
  const all = type.isUnion() ? type.types : [type];
  return all.filter(({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0);
}

function isObject(type: ts.Type, { checker }: ContractTypes): boolean {
  return (type.flags & ts.TypeFlags.Object) !== 0 && !checker.isArrayType(type);
}

/** Whether a type allows, for each property of a schema, the same strings as the schema. */
function allows(type: ts.Type, { properties = {} }: JsonSchema, { checker }: ContractTypes): boolean {
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).every(([name, property]) => {
    const symbol = type.getProperty(name);
    if (symbol === undefined) return false;
    const members = membersOf(checker.getTypeOfSymbol(symbol));
    const values = members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
    const isClosed = values.length > 0 && values.length === members.length;
    const refused = (property.not as JsonSchema | undefined)?.enum;
    if (refused !== undefined) return isClosed && !values.some((value) => refused.includes(value));
    const { enum: allowed = property.const === undefined ? undefined : [property.const] } = property;
    return allowed === undefined ? !isClosed : !isClosed || values.some((value) => allowed.includes(value));
  });
}

/** The known values of an open enumeration: zod sees any string. */
function knownValues(schema: JsonSchema, type: ts.Type): JsonSchema {
  if (schema.const !== undefined || schema.enum !== undefined) return {};
  const values = membersOf(type).flatMap((member) => {
    // The type of unknown members is an enum member.
    return member.isStringLiteral() && (member.flags & ts.TypeFlags.EnumLiteral) === 0 ? [member.value] : [];
  });
  return values.length === 0 ? {} : { 'x-extensible-enum': values.sort() };
}

function describeItems(schema: JsonSchema, type: ts.Type, types: ContractTypes): JsonSchema {
  const array = membersOf(type).find((member) => types.checker.isArrayType(member));
  const item = array && types.checker.getIndexTypeOfType(array, ts.IndexKind.Number);
  if (item === undefined || schema.items === undefined) return schema;
  return { ...schema, items: describe(schema.items as JsonSchema, item, types) };
}

function describeObject(schema: JsonSchema, type: ts.Type, types: ContractTypes): JsonSchema {
  const object = membersOf(type).find((member) => isObject(member, types));
  if (object === undefined) return schema;
  const { properties, additionalProperties } = schema;
  const values = object.getStringIndexType();
  const name = types.nameOf(object);
  return {
    ...(name !== undefined && { [TYPE_NAME]: name }),
    ...commentOf(object.aliasSymbol ?? object.symbol, types),
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => {
          return [name, describeProperty(property as JsonSchema, object.getProperty(name), types)];
        }),
      ),
    }),
    ...(typeof additionalProperties === 'object' &&
      values !== undefined && { additionalProperties: describe(additionalProperties, values, types) }),
  };
}

function describeProperty(
  schema: JsonSchema,
  symbol: ts.Symbol | undefined,
  types: ContractTypes,
): JsonSchema {
  if (symbol === undefined) return schema;
  const described = describe(schema, types.checker.getTypeOfSymbol(symbol), types);
  const comment = commentOf(symbol, types);
  return TYPE_NAME in described ? { ...described, [FIELD_COMMENT]: comment } : { ...described, ...comment };
}

function commentOf(symbol: ts.Symbol | undefined, types: ContractTypes): JsonSchema {
  const { text = '', source } = symbol === undefined ? {} : types.proseOf(symbol);
  return { ...(text !== '' && { description: text }), ...(source !== undefined && { 'x-source': source }) };
}
