import { describe, expect, test } from 'vitest';
import { openStore } from '../index.js';

describe('a store on a server', () => {
  test('reports a server that cannot be reached, without the password', async () => {
    const failure = await openStore('postgres://user:secret@127.0.0.1:1/db').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'store_unavailable', location: 'postgres://user@127.0.0.1:1/db' });
    expect(String(failure)).not.toContain('secret');
  });
});
