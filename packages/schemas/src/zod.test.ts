import { expect, test } from 'vitest';
import { z } from 'zod';
import { s, schemas } from './validation.js';
import { toZod } from './zod.js';

const body = toZod(schemas['messages.create'].body);
const good = { model: 'assistant-sonnet-4-6', max_tokens: 8, messages: [{ role: 'user', content: 'hello' }] };

test('gives what fits back as it is', () => {
  const parsed = body.safeParse(good);
  expect(parsed.success).toBe(true);
  expect(parsed.data).toBe(good);
});

test('says path and rule of what does not, as a part of another schema too', () => {
  const job = z.object({ request: body });
  const parsed = job.safeParse({ request: { ...good, max_tokens: -1 } });
  expect(parsed.error?.issues).toMatchObject([
    { code: 'custom', path: ['request', 'max_tokens'], params: { code: 'value', kind: 'integer' } },
  ]);
});

test('a path is made of the keys as they are', () => {
  const labels = toZod(s.record(s.array(s.string())));
  expect(labels.safeParse({ 'a.b': ['x', 7] }).error?.issues).toMatchObject([{ path: ['a.b', 1] }]);
});
