import { execFileSync } from 'node:child_process';
import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '@parlance/schemas/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ArchiveError } from '../archive-error.js';
import { canonicalJson } from '../certificates/canonical-json.js';
import type { Certificate, Manifest } from '../certificates/certificate.js';
import { sha256 } from '../certificates/digest.js';
import { certificatePath, contentPath, sealCertificate, sealManifest } from '../certificates/sealed-file.js';
import { activityRecord, chatRecord, fileRecord, messageRecord } from '../testing/sample-records.js';
import { temporaryFolder, writeArchive, type SampleUnit } from '../testing/write-archive.js';
import type { VerificationProgress } from './verification.js';
import { verifyArchive } from './verify-archive.js';

const FILE = fileRecord(1, 'content of the file');
const UNITS: SampleUnit[] = [
  {
    name: 'activities/2026-04-01T00-00-00-000Z',
    records: [1, 2, 3].map((id) => activityRecord(id, '2026-04-01T00:10:00Z')),
  },
  {
    name: 'activities/2026-04-01T01-00-00-000Z',
    records: [4, 5, 6].map((id) => activityRecord(id, '2026-04-01T01:10:00Z')),
  },
  { name: 'chats/000001', records: [chatRecord(1), messageRecord(1, 1), messageRecord(1, 2), FILE] },
  { name: 'chats/000001', revision: 1, records: [messageRecord(1, 3)] },
  { name: 'chats/000002', records: [] },
];
const CHATS = 'chats/000001.ndjson';

async function sampleArchive(compress?: 'zstd'): Promise<string> {
  const dir = await temporaryFolder();
  await writeArchive({ dir, compress, units: UNITS, contents: { [FILE.body.path]: 'content of the file' } });
  return dir;
}

/** Returns `rule path` of each problem. */
async function problemsOf(dir: string, knownHead?: string): Promise<string[]> {
  const { ok, problems } = await verifyArchive(dir, { knownHead });
  expect(ok).toBe(problems.length === 0);
  return problems.map(({ rule, path }) => `${rule} ${path}`);
}

async function allFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true });
  const files: string[] = [];
  for (const name of names) if ((await stat(path.join(dir, name))).isFile()) files.push(name);
  return files.sort();
}

/** Changes a certificate or the manifest, and rewrites its text so that it is valid by itself. */
async function edit<Value>(file: string, change: (value: Value) => Value): Promise<void> {
  await writeFile(file, canonicalJson(change(JSON.parse(await readFile(file, 'utf8')))));
}

test.each([undefined, 'zstd'] as const)('an intact archive verifies: %s', async (compress) => {
  const dir = await sampleArchive(compress);
  const progress: VerificationProgress[] = [];
  const result = await verifyArchive(dir, { onProgress: (step) => progress.push(step) });
  expect(result).toEqual({
    ok: true,
    certificates: 5,
    records: 11,
    files: 5,
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
    problems: [],
    omittedProblems: 0,
    leftovers: [],
  });
  expect(progress.at(-1)).toMatchObject({ certificates: 5, totalCertificates: 5, records: 11, files: 5 });
  expect(await problemsOf(dir, result.head!)).toEqual([]);
});

test.each([undefined, 'zstd'] as const)(
  'a changed byte anywhere is found, in its file: %s',
  async (compress) => {
    const dir = await sampleArchive(compress);
    const files = await allFiles(dir);
    const place = fc.record({
      file: fc.constantFrom(...files),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      bits: fc.integer({ min: 1, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(place, async ({ file, at, bits }) => {
        const content = await readFile(path.join(dir, file));
        const changed = Buffer.from(content);
        const position = Math.floor(at * content.length);
        changed[position] = changed[position]! ^ bits;
        await writeFile(path.join(dir, file), changed);
        const { ok, problems } = await verifyArchive(dir);
        await writeFile(path.join(dir, file), content);
        expect(ok).toBe(false);
        expect(problems.map((problem) => problem.path)).toContain(file);
      }),
      { numRuns: 60 },
    );
    expect(await problemsOf(dir)).toEqual([]);
  },
);

test('a named pipe in place of a file is not waited for', async () => {
  const dir = await sampleArchive();
  for (const file of await allFiles(dir)) {
    const content = await readFile(path.join(dir, file));
    await rm(path.join(dir, file));
    execFileSync('mkfifo', [path.join(dir, file)]);
    const { problems } = await verifyArchive(dir);
    expect(problems).toContainEqual(
      expect.objectContaining({ path: file, message: `${file} is not a regular file.` }),
    );
    await rm(path.join(dir, file));
    await writeFile(path.join(dir, file), content);
  }
  expect(await problemsOf(dir)).toEqual([]);
});

test('a folder that cannot be read is not reported as something else', async () => {
  const dir = path.join(await temporaryFolder(), 'archive');
  await symlink(dir, dir);
  await expect(verifyArchive(dir)).rejects.toThrow(`${dir} cannot be read (ELOOP).`);
  await expect(verifyArchive(path.join(dir, '..', 'missing'))).rejects.toThrow('is not an archive');
});

test.each([undefined, 'zstd'] as const)('a truncated file is found at any length: %s', async (compress) => {
  const dir = await sampleArchive(compress);
  const files = await allFiles(dir);
  const place = fc.record({
    file: fc.constantFrom(...files),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(place, async ({ file, at }) => {
      const content = await readFile(path.join(dir, file));
      await truncate(path.join(dir, file), Math.floor(at * content.length));
      const { problems } = await verifyArchive(dir);
      await writeFile(path.join(dir, file), content);
      expect(problems.map((problem) => problem.path)).toContain(file);
    }),
    { numRuns: 25 },
  );
});

test('a removed file is found, whichever it is', async () => {
  const dir = await sampleArchive();
  for (const file of await allFiles(dir)) {
    const content = await readFile(path.join(dir, file));
    await rm(path.join(dir, file));
    expect(await problemsOf(dir)).toContain(`missing ${file}`);
    await writeFile(path.join(dir, file), content);
  }
});

test('a changed record is named with its line and both digests', async () => {
  const dir = await sampleArchive();
  const file = path.join(dir, CHATS);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('Message 1 of chat 1', 'Message 1 of chat 7'));
  const { problems } = await verifyArchive(dir);
  expect(problems).toEqual([
    {
      path: CHATS,
      record: undefined,
      rule: 'digest',
      message: expect.stringMatching(/SHA-256 [0-9a-f]{64}; expected [0-9a-f]{64}\.$/),
    },
    {
      path: CHATS,
      record: { kind: 'message', id: 'assistant_chat_msg_1_1' },
      rule: 'digest',
      message: expect.stringContaining('chats/000001.ndjson, line 2 (message assistant_chat_msg_1_1)'),
    },
  ]);
});

test('objects without a digest are damage, wherever they are', async () => {
  const dir = await sampleArchive();
  for (const object of [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, '{"size":1e999}']) {
    for (const [file, content] of [
      [CHATS, `{"kind":"chat","id":"chat_1","digest":"0","body":${object}}\n`],
      [certificatePath(5), `{"format":2,"unit":${object}}`],
      ['manifest.json', `{"export":${object},"format":2}`],
    ] as const) {
      const original = await readFile(path.join(dir, file), 'utf8');
      await writeFile(path.join(dir, file), content);
      const { problems } = await verifyArchive(dir);
      expect(problems.map(({ message }) => message)).toContainEqual(
        expect.stringMatching(new RegExp(`^${file}.* is damaged: `)),
      );
      await writeFile(path.join(dir, file), original);
    }
  }
  expect(await problemsOf(dir)).toEqual([]);
});

test('the content of a file is named with its record', async () => {
  const dir = await sampleArchive();
  await writeFile(path.join(dir, FILE.body.path), 'content of the fil!');
  const { problems } = await verifyArchive(dir);
  expect(problems).toMatchObject([
    { path: FILE.body.path, rule: 'digest', record: { kind: 'file', id: FILE.id } },
  ]);
  await writeFile(path.join(dir, FILE.body.path), 'content');
  expect(await problemsOf(dir)).toEqual([`size ${FILE.body.path}`]);
});

test('added, swapped and renamed files are found', async () => {
  const dir = await sampleArchive();
  const [first, second] = [
    'activities/2026/04/2026-04-01T00-00-00-000Z.ndjson',
    'activities/2026/04/2026-04-01T01-00-00-000Z.ndjson',
  ];
  await writeFile(path.join(dir, 'chats/000009.ndjson'), '');
  await writeFile(path.join(dir, 'certificates/000/000006.json'), '{}');
  await mkdir(path.join(dir, 'files/00'), { recursive: true });
  await symlink(path.join(dir, CHATS), path.join(dir, 'files/00/link'));
  expect((await problemsOf(dir)).sort()).toEqual([
    'unexpected certificates/000/000006.json',
    'unexpected chats/000009.ndjson',
    'unexpected files/00/link',
  ]);
  for (const file of ['chats/000009.ndjson', 'certificates/000/000006.json', 'files/00/link'])
    await rm(path.join(dir, file));

  await rename(path.join(dir, first!), path.join(dir, 'swap'));
  await rename(path.join(dir, second!), path.join(dir, first!));
  await rename(path.join(dir, 'swap'), path.join(dir, second!));
  expect(await problemsOf(dir)).toEqual([`digest ${first}`, `digest ${second}`]);
  await rename(path.join(dir, second!), path.join(dir, 'activities/renamed'));
  expect(await problemsOf(dir)).toEqual([
    `digest ${first}`,
    `missing ${second}`,
    'unexpected activities/renamed',
  ]);
});

test('an intact content that no record names is left over from an interrupted run', async () => {
  const dir = await sampleArchive();
  const leftover = contentPath(sha256('of a chat that was deleted'));
  await mkdir(path.dirname(path.join(dir, leftover)), { recursive: true });
  await writeFile(path.join(dir, leftover), 'of a chat that was deleted');
  expect(await verifyArchive(dir)).toMatchObject({ ok: true, problems: [], leftovers: [leftover] });
  await writeFile(path.join(dir, leftover), 'something else');
  expect(await verifyArchive(dir)).toMatchObject({ ok: false, leftovers: [] });
  expect(await problemsOf(dir)).toEqual([`unexpected ${leftover}`]);
});

test('a file that nothing names any more is put down to the damage that may have named it', async () => {
  const dir = await sampleArchive();
  const causesOf = async (unexpected: string): Promise<string> => {
    const { problems } = await verifyArchive(dir);
    const found = problems.find(({ path, rule }) => rule === 'unexpected' && path === unexpected);
    return found?.message ?? '';
  };
  const chats = await readFile(path.join(dir, CHATS), 'utf8');
  for (const damaged of ['', 'cut', chats.replace(FILE.digest, '0'.repeat(64)), chats.replace(/.*\n$/, '')]) {
    await writeFile(path.join(dir, CHATS), damaged);
    expect(await causesOf(FILE.body.path)).toBe(
      `${FILE.body.path} is not named by any certificate or record that could be read. It may be named by ${CHATS}, which is damaged or missing.`,
    );
  }
  await rm(path.join(dir, CHATS));
  expect(await causesOf(FILE.body.path)).toContain(`named by ${CHATS}, which`);
  await writeFile(path.join(dir, CHATS), chats);

  const third = path.join(dir, certificatePath(3));
  const certificate = await readFile(third, 'utf8');
  await rm(third);
  for (const file of [CHATS, FILE.body.path])
    expect(await causesOf(file)).toContain(`named by ${certificatePath(3)}, which`);
  await rm(path.join(dir, certificatePath(2)));
  expect(await causesOf(CHATS)).toContain(`named by ${certificatePath(2)} or 1 more, which`);
  await writeFile(third, certificate);
  await rm(path.join(dir, 'manifest.json'));
  expect(await causesOf(CHATS)).toContain('named by manifest.json, which');

  const intact = await sampleArchive();
  await writeFile(path.join(intact, 'chats/000009.ndjson'), '');
  const { problems } = await verifyArchive(intact);
  expect(problems[0]?.message).toBe(
    'chats/000009.ndjson is not named by any certificate or record. An interrupted export leaves such files, and replaces them when it resumes.',
  );
});

test('a replaced certificate is found, also one that is valid by itself', async () => {
  const dir = await sampleArchive();
  const second = path.join(dir, certificatePath(2));
  const original = await readFile(second, 'utf8');
  await edit<Certificate>(second, (value) => ({ ...value, request_ids: [] }));
  expect(await problemsOf(dir)).toEqual(['chain certificates/000/000002.json']);
  await edit<Certificate>(second, (value) => ({ ...value, sequence: 3 }));
  expect(await problemsOf(dir)).toContain('unreadable certificates/000/000002.json');
  await writeFile(second, original);

  await edit<Certificate>(path.join(dir, certificatePath(5)), (value) => ({ ...value, request_ids: [] }));
  expect(await problemsOf(dir)).toEqual(['chain certificates/000/000005.json']);
});

test('a certificate whose fields have other types is reported', async () => {
  const dir = await sampleArchive();
  const file = path.join(dir, certificatePath(5));
  for (const change of [{ counts: null }, { users: 1 }, { files: [{}] }]) {
    await edit<object>(file, (value) => ({ ...value, counts: {}, users: null, files: [], ...change }));
    expect(await problemsOf(dir)).toEqual(['unreadable certificates/000/000005.json']);
  }
});

test('a certificate whose digests were forged with the chain does not fit its records', async () => {
  const dir = await sampleArchive();
  const file = path.join(dir, certificatePath(5));
  await edit<Certificate>(file, (value) => ({ ...value, counts: { chat: 1 } }));
  await resealManifest(dir, 5);
  expect(await problemsOf(dir)).toEqual(['records certificates/000/000005.json']);
  await edit<Certificate>(file, (value) => ({ ...value, counts: {}, records_digest: '0'.repeat(64) }));
  await resealManifest(dir, 5);
  expect(await problemsOf(dir)).toEqual(['records certificates/000/000005.json']);
});

test('a chain that was cut is found by its files, or by a digest that was noted earlier', async () => {
  const dir = await sampleArchive();
  const { head } = await verifyArchive(dir);
  await rm(path.join(dir, certificatePath(5)));
  expect(await problemsOf(dir)).toEqual(['missing certificates/000/000005.json']);
  await resealManifest(dir, 4);
  // Nothing in the archive shows that the fifth certificate existed: it did not have files.
  expect(await problemsOf(dir)).toEqual([]);
  expect(await problemsOf(dir, head!)).toEqual(['chain manifest.json']);
  await resealManifest(dir, 3);
  expect(await problemsOf(dir)).toEqual([
    'unexpected certificates/000/000004.json',
    'unexpected chats/000001.r1.ndjson',
  ]);
});

test.each(['', '9f2c', 'F'.repeat(64)])('a digest that cannot be one is refused: %j', async (knownHead) => {
  const dir = await sampleArchive();
  await expect(verifyArchive(dir, { knownHead })).rejects.toThrow(ConfigError);
});

test('without a manifest, the certificates are verified as far as they reach', async () => {
  const dir = await sampleArchive();
  await rm(path.join(dir, 'manifest.json'));
  const result = await verifyArchive(dir);
  expect(result).toMatchObject({
    ok: false,
    certificates: 5,
    records: 11,
    problems: [{ rule: 'missing', path: 'manifest.json' }],
  });
  await expect(verifyArchive(path.join(dir, 'chats'))).rejects.toThrow(ArchiveError);
});

test('a certificate of a newer release is named', async () => {
  const dir = await sampleArchive();
  await edit<Certificate>(path.join(dir, certificatePath(5)), (value) => ({ ...value, format: 3 as 2 }));
  const { problems } = await verifyArchive(dir);
  expect(problems[0]?.message).toBe(
    'certificates/000/000005.json has format 3, and this release reads format 2. Update `@parlance/archive`.',
  );
});

test('at most 1,000 problems are kept', async () => {
  const dir = await temporaryFolder();
  const records = Array.from({ length: 1500 }, (_, index) => chatRecord(index));
  await writeArchive({ dir, units: [{ name: 'chats/000001', records }] });
  const file = path.join(dir, CHATS);
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"Chat ', '"Chad '));
  const { problems, omittedProblems } = await verifyArchive(dir);
  expect(problems).toHaveLength(1000);
  expect(omittedProblems).toBe(501);
});

test('a verification can be aborted', async () => {
  const dir = await sampleArchive();
  const controller = new AbortController();
  const reason = new Error('stopped');
  const verification = verifyArchive(dir, {
    signal: controller.signal,
    onProgress: ({ certificates }) => certificates === 2 && controller.abort(reason),
  });
  await expect(verification).rejects.toBe(reason);
});

test('a copy of an archive verifies', async () => {
  const dir = await sampleArchive();
  const copy = path.join(await temporaryFolder(), 'copy');
  await cp(dir, copy, { recursive: true });
  expect(await problemsOf(copy)).toEqual([]);
});

/** Rewrites the manifest for the first certificates, as someone who hides the others would. */
async function resealManifest(dir: string, certificates: number): Promise<void> {
  const last = JSON.parse(
    await readFile(path.join(dir, certificatePath(certificates)), 'utf8'),
  ) as Certificate;
  await edit<Manifest>(path.join(dir, 'manifest.json'), (manifest) => {
    const { digest: _digest, ...fields } = manifest;
    return sealManifest({ ...fields, certificates, head: sealCertificate(last).digest });
  });
}
