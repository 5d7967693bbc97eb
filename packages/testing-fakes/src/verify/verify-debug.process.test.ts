import { test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { all } from './testing/verify-plants.js';
import { servePlants } from './testing/plants.js';
import { verify } from './verify.js';
test('dbg', { timeout: 300_000 }, async () => {
  const { url, keys, close } = await servePlants([]);
  const target = { url, fetch, keys: { ...keys, unknown: 'unknown' }, pollMs: 100 };
  const { signal } = new AbortController();
  let out = '';
  for (const round of [1, 2]) {
    const t = Date.now();
    const { divergences, requests, checked } = await verify({
      scenarios: all,
      target,
      codec: undefined,
      concurrency: 8,
      signal,
    });
    out += `round ${round}: ${divergences.length} after ${requests} checked ${checked.size} in ${Date.now() - t} ms\n`;
    for (const d of divergences)
      out +=
        `${d.operation} ${d.rules.slice(0, 4)} ${d.status} ${d.response.status} ${d.request.slice(0, 300)}\n` +
        d.differences
          .slice(0, 6)
          .map((x) => `      ${x.path}: ${x.expected?.slice(0, 120)} -> ${x.found?.slice(0, 120)}\n`)
          .join('');
  }
  await close();
  writeFileSync('/tmp/dbg.txt', out);
});
