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
  unionOr,
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

describe('object', () => {
  test('takes a schema that is exactly its interface', () => {
    expectTypeOf(object<Sample>()(good)).toEqualTypeOf<ObjectSchema<Sample>>();
    expectTypeOf(openObject<Sample>()(good)).toEqualTypeOf<ObjectSchema<Sample>>();
    expectTypeOf(object<Sample>()(good)).toExtend<Schema<Sample>>();
  });

  test('returns a schema with the types of zod', () => {
    const schema = object<Sample>()(good);
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
    object<Sample>()(rest);
  });

  test('refuses an extra field', () => {
    // @ts-expect-error -- `extra` is not a field of Sample
    object<Sample>()({ ...good, extra: z.string() });
  });

  test('refuses a narrower field', () => {
    // @ts-expect-error -- `closed` is missing
    object<Sample>()({ ...good, state: z.enum(['open']) });
    // @ts-expect-error -- an open enumeration takes any string
    object<Sample>()({ ...good, kind: z.enum(['a', 'b']) });
  });

  test('refuses a wider field', () => {
    // @ts-expect-error -- `half` is not a value
    object<Sample>()({ ...good, state: z.enum(['open', 'closed', 'half']) });
    // @ts-expect-error -- any hides every difference
    object<Sample>()({ ...good, name: z.string() as Schema<ReturnType<typeof JSON.parse>> });
  });

  test('refuses a wrongly nullable field', () => {
    // @ts-expect-error -- `name` is never null
    object<Sample>()({ ...good, name: z.string().nullable() });
    // @ts-expect-error -- `size` can be null
    object<Sample>()({ ...good, size: z.number() });
  });

  test('refuses a wrongly optional field', () => {
    // @ts-expect-error -- `name` is required
    object<Sample>()({ ...good, name: z.string().optional() });
    // @ts-expect-error -- `note` is optional
    object<Sample>()({ ...good, note: z.string() });
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

const circle = object<Circle>()({ type: z.literal('circle'), radius: z.number() });
const square = object<Square>()({ type: z.literal('square'), side: z.number() });

describe('union', () => {
  test('takes each known member once', () => {
    expectTypeOf(openUnion<Shape>()('type', { circle, square })).toEqualTypeOf<Schema<Shape>>();
    expectTypeOf(union<Circle | Square>()('type', { circle, square })).toEqualTypeOf<
      Schema<Circle | Square>
    >();
  });

  test('refuses a missing, extra or exchanged member', () => {
    // @ts-expect-error -- `square` is missing
    openUnion<Shape>()('type', { circle });
    // @ts-expect-error -- `triangle` is not a member
    openUnion<Shape>()('type', { circle, square, triangle: square });
    // @ts-expect-error -- the members are exchanged
    openUnion<Shape>()('type', { circle: square, square: circle });
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

interface Dot {
  type?: 'dot' | null | undefined;
  at: number;
}
const dot = object<Dot>()({ type: z.literal('dot').nullable().optional(), at: z.number() });

describe('unionOr', () => {
  test('takes the member without its tag apart from the others', () => {
    expectTypeOf(unionOr<Circle | Square | Dot>()('type', { dot }, { circle, square })).toEqualTypeOf<
      Schema<Circle | Square | Dot>
    >();
  });

  test('refuses a missing or exchanged member', () => {
    // @ts-expect-error -- `square` is missing
    unionOr<Circle | Square | Dot>()('type', { dot }, { circle });
    // @ts-expect-error -- a circle always has its tag
    unionOr<Circle | Square | Dot>()('type', { dot: circle }, { circle, square });
  });
});

test('knownEnum is a schema of an open enumeration', () => {
  const known: Schema<'a' | 'b'> = z.enum(['a', 'b']);
  expectTypeOf(knownEnum(['a', 'b'])).toEqualTypeOf<Schema<OpenEnum<'a' | 'b'>>>();
  expectTypeOf(knownEnum(known)).toEqualTypeOf<Schema<OpenEnum<'a' | 'b'>>>();
});
