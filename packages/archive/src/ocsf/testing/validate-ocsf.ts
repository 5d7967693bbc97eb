/** A validator of OCSF events, written from the rules of the official one, over the facts of the official schema beside it. */
import { readFileSync } from 'node:fs';
import type { OcsfVersion } from '../ocsf.js';

interface Attribute {
  readonly type: string;
  readonly object?: string;
  readonly array?: boolean;
  readonly requirement?: string;
  readonly profile?: string | null;
  readonly sibling?: string;
  readonly enum?: Readonly<Record<string, string>>;
}

interface Definition {
  readonly caption: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly constraints?: Readonly<Record<string, readonly string[]>>;
}

interface Schema {
  readonly classes: Readonly<Record<string, Definition>>;
  readonly objects: Readonly<Record<string, Definition>>;
  readonly types: Readonly<
    Record<string, { readonly type?: string; readonly regex?: string; readonly max_len?: number }>
  >;
}

type Json = Readonly<Record<string, unknown>>;

const CATEGORIES: Readonly<Record<string, string>> = {
  0: 'Uncategorized',
  3: 'Identity & Access Management',
  6: 'Application Activity',
};
const schemas = new Map<OcsfVersion, Schema>();

function schemaOf(version: OcsfVersion): Schema {
  let schema = schemas.get(version);
  if (schema === undefined) {
    schema = JSON.parse(readFileSync(new URL(`${version}.json`, import.meta.url), 'utf8')) as Schema;
    schemas.set(version, schema);
  }
  return schema;
}

/** The Base Event, which the facts leave out: what all classes have. */
function baseEvent({ classes }: Schema): Definition {
  const [first, ...others] = Object.values(classes);
  const shared = Object.entries(first?.attributes ?? {}).filter(([name, { profile }]) =>
    others.every(({ attributes }) => name in attributes && attributes[name]?.profile === profile),
  );
  const attributes = Object.fromEntries(shared);
  const anyActivity: Attribute = {
    ...attributes['activity_id'],
    type: 'integer_t',
    enum: { 0: 'Unknown', 99: 'Other' },
  };
  return { caption: 'Base Event', attributes: { ...attributes, activity_id: anyActivity } };
}

/** Returns every error of an event in one sentence each. */
export function ocsfErrors(event: unknown, version: OcsfVersion): readonly string[] {
  const schema = schemaOf(version);
  // As it is sent: without members that are undefined.
  const sent = JSON.parse(JSON.stringify(event)) as Json;
  const uid = sent['class_uid'] as number;
  const definition = uid === 0 ? baseEvent(schema) : schema.classes[String(uid)];
  if (definition === undefined) return [`class ${uid} does not exist`];
  const metadata = sent['metadata'] as Json;
  const profiles = (metadata['profiles'] ?? []) as readonly string[];
  const category = Math.floor(uid / 1000);
  const activity = sent['activity_id'] as number;
  const fixed: Json = {
    category_uid: category,
    category_name: CATEGORIES[category],
    class_name: definition.caption,
    type_uid: uid * 100 + activity,
    type_name: `${definition.caption}: ${String(sent['activity_name'])}`,
  };
  return [
    ...Object.entries(fixed).flatMap(([name, value]) =>
      sent[name] === value ? [] : [`${name} is ${String(sent[name])}, not ${String(value)}`],
    ),
    ...(metadata['version'] === version ? [] : [`metadata.version is ${String(metadata['version'])}`]),
    ...objectErrors('', sent, definition, { schema, profiles }),
  ];
}

interface Context {
  readonly schema: Schema;
  readonly profiles: readonly string[];
}

function objectErrors(
  place: string,
  value: Json,
  definition: Definition,
  context: Context,
): readonly string[] {
  const { attributes, constraints = {} } = definition;
  const isKnown = ({ profile }: Attribute): boolean => profile == null || context.profiles.includes(profile);
  const siblings = new Set(Object.values(attributes).map(({ sibling }) => sibling));
  const missing = Object.entries(attributes)
    .filter(
      ([name, attribute]) => attribute.requirement === 'required' && isKnown(attribute) && !(name in value),
    )
    .map(([name]) => `${place}${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, inner]) => {
    const attribute = attributes[name];
    if (attribute === undefined && siblings.has(name)) return [];
    if (attribute === undefined || !isKnown(attribute)) return [`${place}${name} is unknown`];
    return [
      ...valueErrors(`${place}${name}`, inner, attribute, context),
      ...siblingErrors(`${place}${name}`, inner, attribute, value),
    ];
  });
  const violated = Object.entries(constraints)
    .filter(([kind, names]) => {
      const count = names.filter((name) => name in value).length;
      return kind === 'just_one' ? count !== 1 : count === 0;
    })
    .map(([kind, names]) => `${place}: ${kind} of ${names.join(', ')}`);
  return [...missing, ...wrong, ...violated];
}

function siblingErrors(place: string, value: unknown, attribute: Attribute, beside: Json): readonly string[] {
  const { sibling = '', enum: captions } = attribute;
  const text = beside[sibling];
  // Other: the sibling is what the source says.
  if (text === undefined || captions === undefined || value === 99) return [];
  const caption = captions[String(value)];
  return text === caption ? [] : [`${place}: ${sibling} is ${String(text)}, not ${caption}`];
}

function valueErrors(
  place: string,
  value: unknown,
  attribute: Attribute,
  context: Context,
): readonly string[] {
  if (attribute.array === true) {
    if (!Array.isArray(value)) return [`${place} is not a list`];
    const one = { ...attribute, array: false };
    return value.flatMap((item, index) => valueErrors(`${place}[${index}]`, item, one, context));
  }
  if (attribute.enum !== undefined && !Object.hasOwn(attribute.enum, String(value)))
    return [`${place} is ${String(value)}, which is not listed`];
  if (attribute.type !== 'object_t') return typeErrors(place, value, attribute.type, context.schema);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${place} is not an object`];
  const definition = context.schema.objects[attribute.object ?? ''];
  if (attribute.object === 'object' || definition === undefined) return [];
  return objectErrors(`${place}.`, value as Json, definition, context);
}

function typeErrors(place: string, value: unknown, name: string, { types }: Schema): readonly string[] {
  const { type = name, regex, max_len: most } = types[name] ?? {};
  if (type === 'json_t') return [];
  if (type === 'boolean_t') return typeof value === 'boolean' ? [] : [`${place} is not a boolean`];
  if (type === 'integer_t' || type === 'long_t')
    return Number.isSafeInteger(value) ? [] : [`${place} is not an integer`];
  if (type === 'float_t') return typeof value === 'number' ? [] : [`${place} is not a number`];
  if (typeof value !== 'string') return [`${place} is not a text`];
  if (regex !== undefined && !new RegExp(regex).test(value)) return [`${place} does not match ${name}`];
  return most !== undefined && value.length > most ? [`${place} is too long`] : [];
}
