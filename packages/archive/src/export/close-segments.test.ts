import { readFileSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  activities,
  chats,
  directory,
  messages,
  ndjson,
  verifyArchive,
  type OpenSink,
  type Sink,
  type UnitWriter,
} from '../index.js';
import { exportWorld, testFolder, testRunner } from '../testing/export-world.js';

const OPTIONS = {
  sources: [directory(), activities(), chats(), messages()],
  activities: { window: '10d', history: '10d' },
} as const;

/** Fails after the archive has written a unit. */
function failing(archive: Sink, after: number): Sink {
  let commits = 0;
  return {
    ...archive,
    open: async (context) => {
      const opened = await archive.open(context);
      const begin: OpenSink['begin'] = async (unit) => {
        const writer = await opened.begin(unit);
        const commit: UnitWriter['commit'] = async () => {
          const written = await writer.commit();
          if ((commits += 1) > after) throw new Error('not accepted');
          return written;
        };
        return { write: (records) => writer.write(records), abort: () => writer.abort(), commit };
      };
      // Its property `segments` changes.
      return Object.assign(Object.create(opened) as OpenSink, { begin });
    },
  };
}

/** Returns the number of lines of JSON in the segments that are not compressed, as other tools read them. */
async function linesOf(dir: string): Promise<number> {
  let lines = 0;
  for (const name of await readdir(path.join(dir, 'segments/000'))) {
    if (name.endsWith('.zst')) continue;
    const text = await readFile(path.join(dir, 'segments/000', name), 'utf8');
    for (const line of text.split('\n')) if (line.trim() !== '') lines += Number(JSON.parse(line) !== null);
  }
  return lines;
}

test.each([undefined, 'zstd'] as const)(
  'what failed attempts left in a segment is blank when the run stops: %s',
  async (compress) => {
    const world = exportWorld();
    const dir = testFolder();
    const archive = ndjson({ dir, compress });
    for (const after of [3, 8]) {
      const failed = world.run({ ...OPTIONS, sinks: [failing(archive, after)] });
      await expect(failed).rejects.toThrow('not accepted');
    }
    const { certificates } = JSON.parse(readFileSync(path.join(dir, 'manifest.json'), 'utf8'));
    expect(certificates).toBeGreaterThan(0);
    const { records } = await world.run({ ...OPTIONS, sinks: [archive] });
    expect(await verifyArchive(dir)).toMatchObject({ ok: true, records });
    if (compress === undefined) expect(await linesOf(dir)).toBe(records);
  },
);

test('a segment of a process that was killed is blank at the end of the run, also one with a torn end', async () => {
  const world = exportWorld();
  const dir = testFolder();
  await mkdir(path.join(dir, 'segments/000'), { recursive: true });
  await writeFile(path.join(dir, 'segments/000/000001.ndjson'), '{"kind":"chat"}\n{"cut');
  await writeFile(path.join(dir, 'segments/000/000001.ndjson.zst'), 'cut');
  const { records } = await world.run({ ...OPTIONS, sinks: [ndjson({ dir })] });
  expect(await verifyArchive(dir)).toMatchObject({ ok: true, records });
  expect(await linesOf(dir)).toBe(records);
});

test.each([undefined, 'zstd'] as const)(
  'what a process appended after the run had ended, before it was killed, is blank after the next run: %s',
  async (compress) => {
    const world = exportWorld();
    const dir = testFolder();
    const options = { ...OPTIONS, sources: [directory()], sinks: [ndjson({ dir, compress })] };
    await world.run(options);
    const segment = path.join(dir, `segments/000/000001.ndjson${compress === undefined ? '' : '.zst'}`);
    await appendFile(segment, '{"kind":"chat"}\n{"cut');
    expect(await verifyArchive(dir)).toMatchObject({ ok: false, problems: [{ rule: 'unexpected' }] });
    await world.run(options);
    expect(await verifyArchive(dir)).toMatchObject({ ok: true, certificates: 2 });
  },
);

test('runs without new records write no segments', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const store = await world.openStore();
  await using runner = await testRunner(store);
  const segments: number[] = [];
  for (let day = 0; day < 3; day += 1) {
    const job = world.define({ ...OPTIONS, sources: [directory()], sinks: [ndjson({ dir })] });
    await (
      await job.start({ compliance: world.client(), store, runner })
    ).done;
    segments.push((await readdir(path.join(dir, 'segments/000'))).length);
  }
  expect(segments).toEqual([1, 1, 1]);
  expect(await readdir(path.join(dir, 'certificates/000'))).toEqual(['000001.ndjson']);
  expect(await verifyArchive(dir)).toMatchObject({ ok: true, certificates: 3 });
});
