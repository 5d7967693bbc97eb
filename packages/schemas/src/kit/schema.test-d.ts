/** Each mutation of a schema that its interface does not allow is refused by the compiler. */
import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import type { OpenEnum, UnknownMember } from './open.js';
import {
  knownEnum,
  object,
  openEnum,
  openObject,
  openUnion,
  union,
  type ObjectSchema,
  type Schema,
} from './schema.js';

interface Sample {
  name: string;
  size: number | null;
  state: 'open' | 'closed';
  kind: OpenEnum<'a' | 'b'>;
  note?: string | undefined;
  tags: string[];
}

const good = {
  name: z.string(),
  size: z.number().nullable(),
  state: z.enum(['open', 'closed']),
  kind: openEnum<'a' | 'b'>(),
  note: z.string().optional(),
  tags: z.array(z.string()),
};

/** As a contract file declares a schema: the compiler infers the interface from the type of the constant. */
const sample = (schema: ObjectSchema<Sample>): ObjectSchema<Sample> => schema;

describe('object', () => {
  test('takes a schema that is exactly its interface', () => {
    sample(object(good));
    sample(object('Base', good));
    sample(openObject(good));
    expectTypeOf(sample(object(good))).toExtend<Schema<Sample>>();
  });

  test('returns a schema with the types of zod', () => {
    const schema = sample(object(good));
    expectTypeOf<z.infer<typeof schema>>().branded.toEqualTypeOf<Sample>();
    expectTypeOf<z.input<typeof schema>>().branded.toEqualTypeOf<Sample>();
    expectTypeOf(schema.shape.size).toEqualTypeOf<Schema<number | null>>();
    expectTypeOf(schema.shape.note.unwrap()).toEqualTypeOf<Schema<string>>();
    const { data } = schema.pick({ name: true, note: true }).extend({ extra: z.int() }).safeParse({});
    expectTypeOf(data).branded.toEqualTypeOf<
      { name: string; note?: string | undefined; extra: number } | undefined
    >();
    // @ts-expect-error -- `nothing` is not a field
    schema.pick({ nothing: true });
  });

  test('refuses a missing field', () => {
    const { name: _, ...rest } = good;
    // @ts-expect-error -- `name` is missing
    sample(object(rest));
  });

  test('refuses an extra field', () => {
    // @ts-expect-error -- `extra` is not a field of Sample
    sample(object({ ...good, extra: z.string() }));
  });

  test('refuses a narrower field', () => {
    // @ts-expect-error -- `closed` is missing
    sample(object({ ...good, state: z.enum(['open']) }));
    // @ts-expect-error -- an open enumeration takes any string
    sample(object({ ...good, kind: z.enum(['a', 'b']) }));
  });

  test('refuses a wider field', () => {
    // @ts-expect-error -- `half` is not a value
    sample(object({ ...good, state: z.enum(['open', 'closed', 'half']) }));
    // @ts-expect-error -- any hides every difference
    sample(object({ ...good, name: z.string() as Schema<ReturnType<typeof JSON.parse>> }));
  });

  test('refuses a wrongly nullable field', () => {
    // @ts-expect-error -- `name` is never null
    sample(object({ ...good, name: z.string().nullable() }));
    // @ts-expect-error -- `size` can be null
    sample(object({ ...good, size: z.number() }));
  });

  test('refuses a wrongly optional field', () => {
    // @ts-expect-error -- `name` is required
    sample(object({ ...good, name: z.string().optional() }));
    // @ts-expect-error -- `note` is optional
    sample(object({ ...good, note: z.string() }));
  });
});

interface Circle {
  type: 'circle';
  radius: number;
}
interface Square {
  type: 'square';
  side: number;
}
type Shape = Circle | Square | UnknownMember;

const circle: ObjectSchema<Circle> = object({ type: z.literal('circle'), radius: z.number() });
const square: ObjectSchema<Square> = object({ type: z.literal('square'), side: z.number() });

interface Dot {
  type?: 'dot' | null | undefined;
  at: number;
}
const dot: ObjectSchema<Dot> = object({ type: z.literal('dot').nullable().optional(), at: z.number() });

describe('union', () => {
  test('has the types of its members', () => {
    expectTypeOf(openUnion('type', [circle, square])).toEqualTypeOf<Schema<Shape>>();
    expectTypeOf(union('type', [circle, square])).toEqualTypeOf<Schema<Circle | Square>>();
    expectTypeOf(openUnion('type', [circle], dot)).toEqualTypeOf<Schema<Circle | Dot | UnknownMember>>();
  });

  test('refuses an extra member', () => {
    // @ts-expect-error -- `square` is not a member
    const round: Schema<Circle> = union('type', [circle, square]);
    expectTypeOf(round).toEqualTypeOf<Schema<Circle>>();
  });
});

test('an open union narrows on known types and keeps unknown members', () => {
  const area = (shape: Shape): number => {
    if (shape.type === 'circle') {
      expectTypeOf(shape).toEqualTypeOf<Circle>();
      return shape.radius;
    }
    switch (shape.type) {
      case 'square':
        expectTypeOf(shape).toEqualTypeOf<Square>();
        return shape.side;
      default:
        expectTypeOf(shape).toEqualTypeOf<UnknownMember>();
        expectTypeOf(shape.type).toExtend<string>();
        return 0;
    }
  };
  expectTypeOf(area).toBeFunction();
});

test('knownEnum is a schema of an open enumeration', () => {
  const known: Schema<'a' | 'b'> = z.enum(['a', 'b']);
  expectTypeOf(knownEnum(['a', 'b'])).toEqualTypeOf<Schema<OpenEnum<'a' | 'b'>>>();
  expectTypeOf(knownEnum(known)).toEqualTypeOf<Schema<OpenEnum<'a' | 'b'>>>();
});
