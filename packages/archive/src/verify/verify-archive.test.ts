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
import { expect, test, vi } from 'vitest';
import { ArchiveError } from '../archive-error.js';
import { canonicalJson } from '../certificates/canonical-json.js';
import type { Certificate, Manifest } from '../certificates/certificate.js';
import { sha256 } from '../certificates/digest.js';
import { contentPath, sealManifest } from '../certificates/sealed-file.js';
import { activityRecord, chatRecord, fileRecord, messageRecord } from '../testing/sample-records.js';
import { withSnapshots } from '../testing/with-snapshots.js';
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
const SEGMENT = 'segments/000/000001.ndjson';
const CERTIFICATES = 'certificates/000/000001.ndjson';

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

/** Changes a certificate, and rewrites its text so that it is valid by itself. */
async function editCertificate(
  dir: string,
  sequence: number,
  change: (value: Certificate) => object,
): Promise<void> {
  const lines = await certificateLines(dir);
  lines[sequence - 1] = canonicalJson(change(JSON.parse(lines[sequence - 1]!) as Certificate));
  await writeLines(dir, lines);
}

async function certificateLines(dir: string): Promise<string[]> {
  return (await readFile(path.join(dir, CERTIFICATES), 'utf8')).split('\n').slice(0, -1);
}

async function writeLines(dir: string, lines: readonly string[]): Promise<void> {
  await writeFile(path.join(dir, CERTIFICATES), lines.map((line) => `${line}\n`).join(''));
}

test.each([undefined, 'zstd'] as const)('an intact archive verifies: %s', async (compress) => {
  const dir = await sampleArchive(compress);
  const progress: VerificationProgress[] = [];
  const result = await verifyArchive(dir, { onProgress: (step) => progress.push(step) });
  expect(result).toEqual({
    ok: true,
    isComplete: true,
    certificates: 5,
    records: 11,
    files: 2,
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
    problems: [],
    omittedProblems: 0,
    leftovers: [],
    erased: [],
  });
  expect(progress.at(-1)).toMatchObject({ certificates: 5, totalCertificates: 5, records: 11, files: 2 });
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
      { numRuns: 100 },
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
    { numRuns: 40 },
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
  const file = path.join(dir, SEGMENT);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('Message 1 of chat 1', 'Message 1 of chat 7'));
  const { problems } = await verifyArchive(dir);
  expect(problems).toEqual([
    {
      path: SEGMENT,
      record: undefined,
      rule: 'digest',
      message: expect.stringMatching(/, byte \d+ has the SHA-256 [0-9a-f]{64}; expected [0-9a-f]{64}\.$/),
    },
    {
      path: SEGMENT,
      record: { kind: 'message', id: 'assistant_chat_msg_1_1' },
      rule: 'digest',
      message: expect.stringMatching(/, byte \d+, line 2 \(message assistant_chat_msg_1_1\) is damaged/),
    },
  ]);
});

test('objects without a digest are damage, wherever they are', async () => {
  const dir = await sampleArchive();
  for (const object of [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, '{"size":1e999}']) {
    for (const [file, content] of [
      [SEGMENT, `{"kind":"chat","id":"chat_1","digest":"0","body":${object}}\n`],
      [CERTIFICATES, `{"format":3,"unit":${object}}\n`],
      ['manifest.json', `{"export":${object},"format":3}`],
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
  const other = await temporaryFolder();
  await writeArchive({ dir: other, units: UNITS.toReversed() });
  await writeFile(path.join(dir, 'segments/000/000009.ndjson'), '{}\n');
  await writeFile(path.join(dir, 'segments/added'), '');
  await writeFile(path.join(dir, 'certificates/000/000002.ndjson'), '{}\n');
  await mkdir(path.join(dir, 'files/00'), { recursive: true });
  await symlink(path.join(dir, SEGMENT), path.join(dir, 'files/00/link'));
  const added = [
    'certificates/000/000002.ndjson',
    'files/00/link',
    'segments/000/000009.ndjson',
    'segments/added',
  ];
  expect((await problemsOf(dir)).sort()).toEqual(added.map((file) => `unexpected ${file}`));
  for (const file of added) await rm(path.join(dir, file));

  await cp(path.join(other, SEGMENT), path.join(dir, SEGMENT));
  expect(new Set(await problemsOf(dir))).toContain(`digest ${SEGMENT}`);
  await rename(path.join(dir, SEGMENT), path.join(dir, 'segments/000/000002.ndjson'));
  expect(await problemsOf(dir)).toEqual([
    `missing ${SEGMENT}`,
    'unexpected segments/000/000002.ndjson',
    `unexpected ${FILE.body.path}`,
  ]);
});

test.each([undefined, 'zstd'] as const)(
  'data that no certificate names is found in a segment, unless it is blank: %s',
  async (compress) => {
    const dir = await sampleArchive(compress);
    const segment = compress === undefined ? SEGMENT : `${SEGMENT}.zst`;
    const file = path.join(dir, segment);
    const content = await readFile(file);
    const frame = (bytes: number): Buffer => {
      const blank = Buffer.alloc(bytes + 8);
      blank.writeUInt32LE(0x184d2a50, 0);
      blank.writeUInt32LE(bytes, 4);
      return blank;
    };
    const blanks = compress === undefined ? Buffer.from('  \n \n') : Buffer.concat([frame(0), frame(3000)]);
    await writeFile(file, Buffer.concat([content, blanks]));
    expect(await problemsOf(dir)).toEqual([]);
    for (const added of ['x', `${JSON.stringify(FILE)}\n`]) {
      await writeFile(file, Buffer.concat([content, blanks, Buffer.from(added)]));
      expect(await problemsOf(dir)).toEqual([`unexpected ${segment}`]);
    }
    await writeFile(file, Buffer.concat([content, blanks.subarray(0, -1), Buffer.from('x')]));
    expect(await problemsOf(dir)).toEqual([`unexpected ${segment}`]);
  },
);

test('bytes that two certificates name, and a revision that two certificates are for, are found', async () => {
  const dir = await sampleArchive();
  const [first] = (await certificateLines(dir)).map((line) => JSON.parse(line) as Certificate);
  const { unit, extents, counts, records_digest } = first!;
  await editCertificate(dir, 5, (value) => ({ ...value, extents, counts, records_digest }));
  await resealManifest(dir, 5);
  expect(await problemsOf(dir)).toEqual([`records ${SEGMENT}`]);
  await editCertificate(dir, 5, (value) => ({
    ...value,
    extents: [],
    counts: {},
    records_digest: sha256(''),
    unit,
  }));
  await resealManifest(dir, 5);
  expect(await problemsOf(dir)).toEqual([`records ${CERTIFICATES}`]);
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
  const segment = await readFile(path.join(dir, SEGMENT), 'utf8');
  for (const damaged of ['', 'cut', segment.replace(FILE.digest, '0'.repeat(64))]) {
    await writeFile(path.join(dir, SEGMENT), damaged);
    expect(await causesOf(FILE.body.path)).toBe(
      `${FILE.body.path} is not named by any certificate or record that could be read. It may be named by ${SEGMENT}, which is damaged or missing.`,
    );
  }
  await rm(path.join(dir, SEGMENT));
  expect(await causesOf(FILE.body.path)).toContain(`named by ${SEGMENT}, which`);
  await writeFile(path.join(dir, SEGMENT), segment);

  const lines = await certificateLines(dir);
  await writeLines(dir, lines.with(2, '{}'));
  expect(await causesOf(SEGMENT)).toMatch(
    /data from byte \d+ to byte \d+ that is not named by .*named by certificates\/000\/000001\.ndjson, which/,
  );
  await rm(path.join(dir, 'manifest.json'));
  expect(await causesOf(SEGMENT)).toContain('named by manifest.json or 1 more, which');

  const intact = await sampleArchive();
  await writeFile(path.join(intact, 'segments/000/000009.ndjson'), '{}');
  const { problems } = await verifyArchive(intact);
  expect(problems[0]?.message).toBe(
    'segments/000/000009.ndjson is not named by any certificate or record. An interrupted export leaves such data, and removes or blanks it when it resumes.',
  );
});

test('a replaced certificate is found, also one that is valid by itself', async () => {
  const dir = await sampleArchive();
  const original = await certificateLines(dir);
  await editCertificate(dir, 2, (value) => ({ ...value, request_ids: [] }));
  expect(await problemsOf(dir)).toEqual([`chain ${CERTIFICATES}`]);
  await editCertificate(dir, 2, (value) => ({ ...value, sequence: 3 }));
  expect(await problemsOf(dir)).toContain(`unreadable ${CERTIFICATES}`);
  await writeLines(dir, original);
  await editCertificate(dir, 5, (value) => ({ ...value, request_ids: [] }));
  expect(await problemsOf(dir)).toEqual([`chain ${CERTIFICATES}`]);
});

test('a certificate whose fields have other types is reported', async () => {
  const dir = await sampleArchive();
  const extent = { path: SEGMENT, offset: 0, bytes: 1, sha256: '', records: 1 };
  for (const change of [
    { counts: null },
    { counts: { chat: -1 } },
    { users: 1 },
    { extents: [{}] },
    { extents: [{ ...extent, path: 'segments/../../x' }] },
    { extents: [{ ...extent, path: 'manifest.json' }] },
    { extents: [{ ...extent, bytes: 2 ** 40 }] },
    { extents: [{ ...extent, offset: -1 }] },
    { chats: [['chat_1', 0, 0]] },
    { chats: [['chat_1']] },
  ]) {
    await editCertificate(dir, 5, (value) => ({ ...value, counts: {}, users: null, extents: [], ...change }));
    expect(await problemsOf(dir)).toEqual([`unreadable ${CERTIFICATES}`]);
  }
});

test('a certificate whose digests were forged with the chain does not fit its records', async () => {
  const dir = await sampleArchive();
  await editCertificate(dir, 5, (value) => ({ ...value, counts: { chat: 1 } }));
  await resealManifest(dir, 5);
  expect(await problemsOf(dir)).toEqual([`records ${CERTIFICATES}`]);
  await editCertificate(dir, 5, (value) => ({ ...value, counts: {}, records_digest: '0'.repeat(64) }));
  await resealManifest(dir, 5);
  expect(await problemsOf(dir)).toEqual([`records ${CERTIFICATES}`]);
});

test('a chain that was cut is found by its files, or by a digest that was noted earlier', async () => {
  const dir = await sampleArchive();
  const { head } = await verifyArchive(dir);
  const lines = await certificateLines(dir);
  await writeLines(dir, lines.slice(0, 4));
  expect(await problemsOf(dir)).toEqual([`missing ${CERTIFICATES}`]);
  await resealManifest(dir, 4);
  // Nothing in the archive shows that the fifth certificate existed: it did not have records.
  expect(await problemsOf(dir)).toEqual([]);
  expect(await problemsOf(dir, head!)).toEqual(['chain manifest.json']);
  await resealManifest(dir, 3);
  expect(await problemsOf(dir)).toEqual([`unexpected ${CERTIFICATES}`, `unexpected ${SEGMENT}`]);
});

test('a manifest whose certificates cannot exist does not keep the verification busy', async () => {
  const dir = await sampleArchive();
  await resealManifest(dir, 5, 9e15);
  const { problems } = await verifyArchive(dir);
  expect(problems).toEqual([
    {
      path: CERTIFICATES,
      rule: 'missing',
      message: `${CERTIFICATES} does not have the certificates from 6 on; expected them up to 9000000000000000.`,
    },
  ]);
});

test('verifies one chat, a sample, or what was sealed since a certificate', async () => {
  const dir = await temporaryFolder();
  const big = 'x'.repeat(1_100_000);
  const units = withSnapshots([
    {
      name: 'chats/000001',
      records: [1, 2, 3].flatMap((chat) => [chatRecord(chat), messageRecord(chat, 1, { text: big })]),
    },
    { name: 'chats/000001', revision: 1, records: [messageRecord(2, 2)] },
  ]);
  const since = await writeArchive({ dir, units: units.slice(0, 1) });
  const whole = await temporaryFolder();
  const head = await writeArchive({ dir: whole, units });
  expect(await verifyArchive(whole, { since: since! })).toMatchObject({
    ok: true,
    isComplete: false,
    certificates: 2,
    records: 3,
    head,
  });
  const { records } = await verifyArchive(whole, { chat: 'assistant_chat_2' });
  expect(records).toBeLessThan(12);
  await expect(verifyArchive(whole, { chat: 'assistant_chat_9' })).rejects.toThrow(/^`chat` must be the id/);
  expect(await verifyArchive(whole, { since: '0'.repeat(64) })).toMatchObject({ ok: false, records: 0 });
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.6).mockReturnValueOnce(0.4);
  expect(await verifyArchive(whole, { sample: 0.5 })).toMatchObject({
    ok: true,
    isComplete: false,
    records: 3,
  });

  const segment = path.join(whole, SEGMENT);
  await writeFile(
    segment,
    (await readFile(segment, 'utf8')).replace('Message 2 of chat 2', 'Message 2 of chat 3'),
  );
  expect(await verifyArchive(whole, { chat: 'assistant_chat_1' })).toMatchObject({ ok: true });
  expect(await verifyArchive(whole, { chat: 'assistant_chat_2' })).toMatchObject({ ok: false });
  expect(await verifyArchive(whole, { since: since! })).toMatchObject({ ok: false });
  expect(await verifyArchive(whole, { since: head! })).toMatchObject({ ok: true, records: 0 });
  for (const sample of [0, 1.1, Number.NaN])
    await expect(verifyArchive(whole, { sample })).rejects.toThrow(/^`sample` must be/);
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
  await expect(verifyArchive(path.join(dir, 'segments'))).rejects.toThrow(ArchiveError);
});

test('a certificate of a newer release is named', async () => {
  const dir = await sampleArchive();
  await editCertificate(dir, 5, (value) => ({ ...value, format: 4 }));
  const { problems } = await verifyArchive(dir);
  expect(problems[0]?.message).toBe(
    'certificates/000/000001.ndjson, line 5 has format 4, and this release reads format 3. Update `@parlance/archive`.',
  );
});

test('at most 1,000 problems are kept', async () => {
  const dir = await temporaryFolder();
  const records = Array.from({ length: 1500 }, (_, index) => chatRecord(index));
  await writeArchive({ dir, units: [{ name: 'chats/000001', records }] });
  const file = path.join(dir, SEGMENT);
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
async function resealManifest(dir: string, last: number, certificates = last): Promise<void> {
  const lines = await certificateLines(dir);
  const file = path.join(dir, 'manifest.json');
  const { digest: _digest, ...fields } = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  await writeFile(
    file,
    canonicalJson(sealManifest({ ...fields, certificates, head: sha256(lines[last - 1]!) })),
  );
}
