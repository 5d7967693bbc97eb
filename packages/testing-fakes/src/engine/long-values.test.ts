import { operations, type Operation } from '@parlance/schemas';
import { schemas, type OperationSchemas } from '@parlance/schemas/validation';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createFake } from '../fake/create-fake.js';

const LONG = 'Q'.repeat(5000);
const headers = {
  'vendor-version': '2023-06-01',
  'vendor-beta': 'managed-agents-2026-04-01,files-api-2025-04-14',
  'content-type': 'application/json',
};
const keys: Readonly<Record<Operation['auth'], string>> = {
  'api-key': 'api-default',
  'admin-key': 'admin-default',
  'compliance-key': 'compliance-default',
};

/** Names of the fields of a body or query. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

test.each(Object.values(operations) as Operation[])(
  '$id quotes at most 200 characters of a key or value',
  async (operation) => {
    const fake = createFake();
    const { query, body } = (schemas as Record<string, OperationSchemas>)[operation.id] ?? {};
    const send = async (search: string, sent: object | undefined, id = 'x_1'): Promise<void> => {
      const path = operation.path.replaceAll(/\{[^}]+\}/g, id);
      const response = await fake.fetch(`${fake.url}${path}${search}`, {
        method: operation.method,
        headers: { ...headers, 'x-api-key': keys[operation.auth] },
        ...(sent !== undefined && operation.method !== 'GET' && { body: JSON.stringify(sent) }),
      });
      const text = await response.text();
      expect(response.status < 400 ? '' : text).not.toMatch(/Q{201}/);
    };
    await send('', undefined, LONG);
    await send(`?${LONG}=1`, undefined);
    await send('', { [LONG]: LONG });
    await send('', { metadata: { [LONG]: LONG } });
    for (const name of fieldsOf(query)) await send(`?${name}=${LONG}&${name}[]=${LONG}`, undefined);
    for (const name of fieldsOf(body))
      for (const value of [LONG, [LONG], { [LONG]: LONG }, [{ type: LONG }], { type: LONG, [LONG]: 1 }])
        await send('', { [name]: value });
  },
);

test('so does the control surface', async () => {
  await using fake = createFake();
  const { url } = await fake.listen();
  const post = (path: string, body: unknown) =>
    fetch(`${url}/_fake/worlds/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const wrong = [LONG, { [LONG]: LONG }, [{ [LONG]: 1, match: { [LONG]: LONG } }], { set: LONG, mode: LONG }];
  for (const action of ['clock', 'faults', 'limits', 'scripts', 'sessions', 'restore', 'fork', LONG])
    for (const body of wrong) expect(await (await post(`a/${action}`, body)).text()).not.toMatch(/Q{201}/);
  expect(await (await post(`${LONG}/reset`, {})).text()).not.toMatch(/Q{201}/);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${LONG}${index}`, 1]));
  expect((await (await post('a/clock', many)).text()).length).toBeLessThan(5000);
});
