import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { directory, ndjson, verifyArchive } from '../index.js';
import { exportWorld, testFolder } from '../testing/export-world.js';

test('a folder without what the store has sealed is refused, and the right one is continued', async () => {
  const world = exportWorld();
  const [dir, empty] = [testFolder(), testFolder()];
  await world.run({ sources: [directory()], sinks: [ndjson({ dir })] });
  await expect(world.run({ sources: [directory()], sinks: [ndjson({ dir: empty })] })).rejects.toMatchObject({
    code: 'other_archive',
    message: expect.stringContaining(`the folder ${empty} has 0 of the 1 certificates`),
  });
  expect(await readdir(empty)).toEqual([]);
  await world.run({ sources: [directory()], sinks: [ndjson({ dir })] });
  expect(await verifyArchive(dir)).toMatchObject({ ok: true, certificates: 2 });
});

test('a folder with a typing error is refused, and not left behind', async () => {
  const world = exportWorld();
  const root = testFolder();
  await world.run({ sources: [directory()], sinks: [ndjson({ dir: path.join(root, 'archive') })] });
  const mistyped = ndjson({ dir: path.join(root, 'other/archives') });
  const refused = world.run({ sources: [directory()], sinks: [mistyped] });
  await expect(refused).rejects.toMatchObject({ code: 'other_archive' });
  expect(await readdir(root)).toEqual(['archive']);
});

test.each(['segments/000/000001.ndjson', 'certificates/000/000001.ndjson', 'segments', 'manifest.json'])(
  'an archive whose %s was removed is refused, and continued when it is back',
  async (file) => {
    const world = exportWorld();
    const [dir, backup] = [testFolder(), testFolder()];
    const options = { sources: [directory()], sinks: [ndjson({ dir })] };
    await world.run(options);
    await world.run(options);
    await cp(dir, backup, { recursive: true });
    await rm(path.join(dir, file), { recursive: true });
    const refused = world.run(options);
    await expect(refused).rejects.toMatchObject({ code: 'other_archive' });
    await expect(refused).rejects.toThrow(file === 'manifest.json' ? 'has 0 of the 2' : `lacks ${file}`);
    await cp(backup, dir, { recursive: true });
    await world.run(options);
    expect(await verifyArchive(dir)).toMatchObject({ ok: true, certificates: 3 });
  },
);

test('an archive that was restored from an older backup is refused', async () => {
  const world = exportWorld();
  const [dir, backup] = [testFolder(), testFolder()];
  const options = { sources: [directory()], sinks: [ndjson({ dir })] };
  await world.run(options);
  await cp(dir, backup, { recursive: true });
  await world.run(options);
  await rm(dir, { recursive: true });
  await cp(backup, dir, { recursive: true });
  await expect(world.run(options)).rejects.toThrow(`the folder ${dir} has 1 of the 2 certificates`);
});

test('the archive of another store is refused, and stays unchanged', async () => {
  const [world, other] = [exportWorld(), exportWorld()];
  const dir = testFolder();
  const options = { sources: [directory()], sinks: [ndjson({ dir })] };
  await world.run(options);
  const manifest = await readFile(path.join(dir, 'manifest.json'), 'utf8');
  await expect(other.run(options)).rejects.toMatchObject({
    code: 'other_archive',
    message: expect.stringContaining('has an archive that is not of the store'),
  });
  expect(await readFile(path.join(dir, 'manifest.json'), 'utf8')).toBe(manifest);
  expect(await verifyArchive(dir)).toMatchObject({ ok: true, certificates: 1 });
  expect(other.fake.journal()).toEqual([]);
});

test('an archive whose first certificate was not published before a crash is continued', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const options = { sources: [directory()], sinks: [ndjson({ dir })] };
  await writeFile(path.join(dir, 'certificates'), 'not a folder');
  await expect(world.run(options)).rejects.toMatchObject({ code: 'archive_inaccessible' });
  await rm(path.join(dir, 'certificates'));
  await world.run(options);
  expect(await verifyArchive(dir)).toMatchObject({ ok: true, certificates: 1 });
});
