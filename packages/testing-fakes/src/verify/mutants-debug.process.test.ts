import { test } from 'vitest';
import { writeFileSync, appendFileSync } from 'node:fs';
import { all, verifyPlants } from './testing/verify-plants.js';
import { operationOf } from './operation-of.js';
import type { Plant } from './testing/plants.js';
const SEED = Number(process.env['MUT_SEED'] ?? 1),
  COUNT = Number(process.env['MUT_COUNT'] ?? 60);
let state = SEED * 7919 + 17;
const rnd = (n: number) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * n);
};
const shapes = new Map<string, Map<string, unknown>>();
const refusals = new Map<string, Set<string>>();
const walk = (v: any, p: string, into: Map<string, unknown>) => {
  if (v && typeof v === 'object')
    for (const [k, x] of Object.entries(v)) {
      const q = p + '.' + (Array.isArray(v) ? '*' : k);
      if (!Array.isArray(v)) {
        if (!into.has(q) || into.get(q) === null) into.set(q, x);
      }
      walk(x, q, into);
    }
};
const apply = (v: any, keys: string[], f: (o: any, k: string) => void): void => {
  const [k, ...rest] = keys;
  if (v === null || typeof v !== 'object' || k === undefined) return;
  if (k === '*') {
    for (const x of Array.isArray(v) ? v : []) apply(x, rest, f);
    return;
  }
  if (rest.length === 0) {
    if (k in v) f(v, k);
    return;
  }
  apply(v[k], rest, f);
};
test('mut', { timeout: 3_000_000 }, async () => {
  const spy: Plant = {
    name: 'spy',
    after: (a, e) => {
      const id = e.operation?.id;
      if (!id) return;
      if (a.status < 400) {
        const m = shapes.get(id) ?? new Map();
        shapes.set(id, m);
        walk(a.json, '', m);
      } else {
        const r = a.headers['x-parlance-rule'];
        if (r) {
          const s = refusals.get(id) ?? new Set();
          refusals.set(id, s);
          s.add(r);
        }
      }
    },
  };
  await verifyPlants([spy], all);
  const out = `/tmp/mut-${SEED}.txt`;
  writeFileSync(out, `${shapes.size} operations, ${refusals.size} with refusals\n`);
  const ids = [...shapes.keys()];
  let found = 0;
  for (let n = 0; n < COUNT; n++) {
    const kind = rnd(10);
    let plant: Plant;
    let op = ids[rnd(ids.length)] as string;
    if (kind === 0) {
      const ops = [...refusals.keys()];
      op = ops[rnd(ops.length)] as string;
      const rs = [...(refusals.get(op) ?? [])];
      const r = rs[rnd(rs.length)];
      plant = {
        name: `${op}: refusal ${r} becomes 422`,
        after: (a, e) => {
          if (e.operation?.id === op && a.headers['x-parlance-rule'] === r) a.status = 422;
        },
      };
    } else {
      const paths = [...(shapes.get(op) ?? [])].filter(([p]) => p.split('.').length < 7);
      if (paths.length === 0) {
        n--;
        continue;
      }
      const [p, v] = paths[rnd(paths.length)] as [string, unknown];
      const keys = p.slice(1).split('.');
      const how =
        v === null || (Array.isArray(v) && kind > 5)
          ? kind % 2
            ? 'delete'
            : 'text'
          : kind < 3
            ? 'delete'
            : kind < 5
              ? 'null'
              : 'change';
      plant = {
        name: `${op}: ${how} ${p} (${JSON.stringify(v)?.slice(0, 40)})`,
        after: (a, e) => {
          if (e.operation?.id !== op || a.status >= 400) return;
          apply(a.json, keys, (o, k) => {
            if (how === 'delete') delete o[k];
            else if (how === 'null') o[k] = null;
            else if (how === 'text') o[k] = 'x';
            else {
              const x = o[k];
              o[k] =
                typeof x === 'string'
                  ? /^\d{4}-\d\d-/.test(x)
                    ? new Date(Date.parse(x) + 3600_000 * 5).toISOString()
                    : x + 'x'
                  : typeof x === 'number'
                    ? x + 1
                    : typeof x === 'boolean'
                      ? !x
                      : Array.isArray(x)
                        ? [...x].reverse().slice(1)
                        : 'x';
            }
          });
        },
      };
    }
    const some = all.filter(({ steps }) => steps.some((s) => operationOf(s)?.id === op));
    const { divergences } = await verifyPlants([plant], some);
    if (divergences.length > 0) found++;
    else appendFileSync(out, `MISSED ${plant.name} (${some.length})\n`);
  }
  appendFileSync(out, `found ${found} of ${COUNT}\n`);
});
