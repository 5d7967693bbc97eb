/** Enumerations of blocks list every known value. */
import { test } from 'vitest';
import type { OpenEnum } from '../kit/open.js';
import { REQUEST } from './form.schema.js';

test('an enumeration lists exactly the known values', () => {
  REQUEST.oneOf<OpenEnum<'a' | 'b'>>()(['a', 'b']);
  // @ts-expect-error -- `b` is missing
  REQUEST.oneOf<OpenEnum<'a' | 'b'>>()(['a']);
  // @ts-expect-error -- `c` is not known
  REQUEST.oneOf<OpenEnum<'a' | 'b'>>()(['a', 'b', 'c']);
});
