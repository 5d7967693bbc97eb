import type { MessageCreateParams, Skill, SkillVersion } from '@parlance/schemas';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { asker, type Ask, type Asked } from '../testing/ask.js';
import { verifies } from '../testing/verifies.js';

const BETA = 'skills-2025-10-02';
const front = (name = 'reports', description = 'Writes reports.') =>
  `---\nname: ${name}\ndescription: "${description}"\n---\nBe brief.\n`;

const LATER = { 'vendor-version': '2026-10-21', 'vendor-beta': '' };

interface Place {
  readonly fake: Fake;
  readonly ask: Ask;
  upload(path: string, fields: Readonly<Record<string, string>> | FormData, beta?: string): Promise<Asked>;
}

/** Fields whose name contains a dot are files. */
function open(): Place {
  const fake = createFake({ checkResponses: true });
  return {
    fake,
    ask: asker(fake, BETA),
    upload: async (path, fields, beta = BETA) => {
      const body = fields instanceof FormData ? fields : formOf(fields);
      const headers = { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01', 'vendor-beta': beta };
      const response = await fake.fetch(fake.url + path, { method: 'POST', headers, body });
      const rule = response.headers.get('x-parlance-rule');
      return { status: response.status, rule, json: await response.json() };
    },
  };
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (name.includes('.')) form.append('files[]', new Blob([value]), name);
    else form.append(name, value);
  }
  return form;
}

const valid = { 'reports/SKILL.md': front(), 'reports/lib/run.py': 'print(1)', display_title: 'Reports' };

async function create({ upload }: Place): Promise<Skill> {
  const { status, json } = await upload('/v1/skills', valid);
  expect(status).toBe(200);
  return json as Skill;
}

test('a skill is created with its first version', async () => {
  verifies('SKL-002');
  const place = open();
  const skill = await create(place);
  expect(skill).toEqual({
    id: expect.stringMatching(/^skill_/),
    type: 'skill',
    display_title: 'Reports',
    latest_version: expect.stringMatching(/^\d{16}$/),
    source: 'custom',
    created_at: '2026-06-01T00:00:00.000Z',
    updated_at: '2026-06-01T00:00:00.000Z',
  });
  const { json } = await place.ask(`GET /v1/skills/${skill.id}/versions/${skill.latest_version}`);
  expect(json).toEqual({
    id: expect.stringMatching(/^skver_/),
    type: 'skill_version',
    skill_id: skill.id,
    version: skill.latest_version,
    name: 'reports',
    description: 'Writes reports.',
    directory: 'reports',
    created_at: skill.created_at,
  });
});

describe('an upload is rejected', () => {
  test.each([
    ['SKL-001', 'without files', { display_title: 'x' }],
    ['SKL-001', 'without SKILL.md', { 'a/README.md': 'x' }],
    ['SKL-001', 'with SKILL.md below the top', { 'a/b/SKILL.md': front() }],
    ['SKL-001', 'with files outside of the folder', { 'a/SKILL.md': front(), 'b/c.md': 'x' }],
    ['SKL-001', 'with a file in no folder', { 'SKILL.md': front(), 'a/b.md': 'x' }],
    ['SKL-001', 'with a path that leaves the folder', { 'a/SKILL.md': front(), 'a/../b.md': 'x' }],
    ['SKL-001', 'with a path that leaves the folder, and no folder', { 'SKILL.md': front(), '..': 'x' }],
    [
      'SKL-002',
      'with a name that leads out of the folder, and no folder',
      { 'SKILL.md': front('../../etc') },
    ],
    ['SKL-002', 'without front matter', { 'a/SKILL.md': 'Be brief.' }],
    ['SKL-002', 'without a name', { 'a/SKILL.md': '---\ndescription: x\n---\n' }],
    ['SKL-002', 'with a long name', { 'a/SKILL.md': front('n'.repeat(65)) }],
    ['SKL-002', 'with a long description', { 'a/SKILL.md': front('n', 'd'.repeat(1025)) }],
    ['GEN-004', 'with an unknown field', { ...valid, color: 'blue' }],
  ])('%s: %s', async (rule, _, fields) => {
    verifies('SKL-001', 'SKL-002');
    const { upload, ask } = open();
    const { status, rule: found } = await upload('/v1/skills', fields as Record<string, string>);
    expect([status, found]).toEqual([400, rule]);
    expect((await ask('GET /v1/skills?source=custom')).json.data).toEqual([]);
  });
});

test('an upload without a folder is rejected with the same name twice, or a file without a name', async () => {
  verifies('SKL-001');
  const { upload } = open();
  const twice = new FormData();
  for (const text of [front(), front()]) twice.append('files[]', new Blob([text]), 'SKILL.md');
  expect(await upload('/v1/skills', twice)).toMatchObject({ status: 400, rule: 'SKL-001' });
  const nameless = new FormData();
  nameless.append('files[]', new Blob([front()]), 'SKILL.md');
  nameless.append('files[]', 'text');
  expect(await upload('/v1/skills', nameless)).toMatchObject({ status: 400, rule: 'SKL-001' });
});

test('the newest version is the latest, until it is deleted', async () => {
  verifies('SKL-003');
  const place = open();
  const { id, latest_version: first } = await create(place);
  const versions = `/v1/skills/${id}/versions` as const;
  const second = (await place.upload(versions, { 'a/SKILL.md': front('two') })).json as SkillVersion;
  const latest = async () => (await place.ask(`GET /v1/skills/${id}`)).json.latest_version as string | null;
  expect(await latest()).toBe(second.version);
  await place.ask(`DELETE ${versions}/${second.version}`);
  expect(await latest()).toBe(first);
  expect((await place.ask(`DELETE ${versions}/${second.version}`)).status).toBe(404);
  await place.ask(`DELETE ${versions}/${first}`);
  expect(await latest()).toBe(null);
  await place.ask(`DELETE /v1/skills/${id}`);
  expect((await place.ask(`GET ${versions}`)).status).toBe(404);
});

test('skills are listed newest first, by source', async () => {
  verifies('SKL-004', 'SKL-005');
  const place = open();
  const [first, second] = [await create(place), await create(place)];
  const ids = async (query: string) =>
    (await place.ask(`GET /v1/skills${query}`)).json.data.map(({ id }: Skill) => id) as string[];
  expect(await ids('')).toEqual([second.id, first.id, 'xlsx', 'pptx', 'pdf', 'docx']);
  expect(await ids('?source=custom')).toEqual([second.id, first.id]);
  expect(await ids('?source=vendor')).toEqual(['xlsx', 'pptx', 'pdf', 'docx']);
  const { json } = await place.ask('GET /v1/skills?limit=4');
  expect(json.has_more).toBe(true);
  const rest = await place.ask(`GET /v1/skills?limit=4&page=${json.next_page}`);
  expect(rest.json).toMatchObject({
    has_more: false,
    next_page: null,
    data: [{ id: 'pdf' }, { id: 'docx' }],
  });
  expect((await place.ask('GET /v1/skills?limit=101')).rule).toBe('SKL-004');
});

test('skills of the vendor cannot be changed', async () => {
  verifies('SKL-005');
  const { ask, upload } = open();
  const versions = (await ask('GET /v1/skills/pdf/versions')).json.data as SkillVersion[];
  expect(versions).toMatchObject([{ version: '20251013', name: 'pdf' }]);
  for (const { status, rule } of [
    await ask('DELETE /v1/skills/pdf'),
    await ask('DELETE /v1/skills/pdf/versions/20251013'),
    await upload('/v1/skills/pdf/versions', { 'a/SKILL.md': front() }),
  ])
    expect([status, rule]).toEqual([400, 'SKL-005']);
});

test('an upload of an older client has names without their folder', async () => {
  const place = open();
  const { json } = await place.upload('/v1/skills', { 'SKILL.md': front() });
  const version = await place.ask(`GET /v1/skills/${json.id}/versions/${json.latest_version}`);
  expect(version.json.directory).toBe('reports');
});

test('an upload of a newer client has a display name', async () => {
  const { upload } = open();
  const { json } = await upload('/v1/skills', { 'a/SKILL.md': front(), display_name: 'Newer' });
  expect(json.display_title).toBe('Newer');
});

test('a skill without a title has the name in SKILL.md', async () => {
  const { upload } = open();
  const { json } = await upload('/v1/skills', { 'a/SKILL.md': front() });
  expect(json.display_title).toBe('reports');
});

describe('the files of a version are downloaded', () => {
  async function download({ fake }: Place, path: string) {
    const headers = { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01', 'vendor-beta': BETA };
    const response = await fake.fetch(fake.url + path, { headers });
    const { status } = response;
    if (status !== 200) return { status, files: undefined };
    expect(response.headers.get('content-type')).toBe('application/zip');
    const entries = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
    return { status, files: entries.map(([name, data]) => [name, strFromU8(data)]) };
  }

  test('as they were uploaded, by version and by id', async () => {
    verifies('SKL-007');
    const place = open();
    const { id, latest_version } = await create(place);
    const versions = `/v1/skills/${id}/versions` as const;
    const { json } = await place.ask(`GET ${versions}/${latest_version}`);
    const files = [
      ['reports/SKILL.md', front()],
      ['reports/lib/run.py', 'print(1)'],
    ];
    for (const version of [latest_version, json.id])
      expect(await download(place, `${versions}/${version}/content`)).toEqual({ status: 200, files });
  });

  test('in a folder with the name of the skill when they had none', async () => {
    verifies('SKL-007');
    const place = open();
    const { json } = await place.upload('/v1/skills', { 'SKILL.md': front(), 'run.py': '1' });
    const path = `/v1/skills/${json.id}/versions/${json.latest_version}/content`;
    expect((await download(place, path)).files).toEqual([
      ['reports/SKILL.md', front()],
      ['reports/run.py', '1'],
    ]);
  });

  test('also those of the vendor', async () => {
    verifies('SKL-007');
    const { files } = await download(open(), '/v1/skills/pdf/versions/20251013/content');
    expect(files).toEqual([
      ['pdf/SKILL.md', '---\nname: pdf\ndescription: Reads and writes PDF files.\n---\n'],
    ]);
  });

  test('but not after they were deleted', async () => {
    verifies('SKL-007');
    const place = open();
    const { id, latest_version: first } = await create(place);
    const versions = `/v1/skills/${id}/versions` as const;
    await place.upload(versions, { 'a/SKILL.md': front('two') });
    await place.ask(`DELETE ${versions}/${first}`);
    expect((await download(place, `${versions}/${first}/content`)).status).toBe(404);
    await place.ask(`DELETE /v1/skills/${id}`);
    expect([...place.fake.world().store.contents.entries()]).toEqual([]);
  });
});

describe('under a later API version', () => {
  test('a skill has other fields', async () => {
    verifies('SKL-008');
    const place = open();
    const { id, latest_version } = await create(place);
    const first = await place.ask(`GET /v1/skills/${id}/versions/${latest_version}`);
    const { json: skill } = await place.ask(`GET /v1/skills/${id}`, undefined, { headers: LATER });
    expect(skill).toEqual({
      id,
      type: 'skill',
      display_name: 'Reports',
      latest_version_id: first.json.id,
      source: { type: 'custom' },
      created_at: '2026-06-01T00:00:00.000Z',
      updated_at: '2026-06-01T00:00:00.000Z',
    });
    const { json: vendor } = await place.ask('GET /v1/skills?source=vendor', undefined, { headers: LATER });
    expect(vendor.data[0]).toMatchObject({
      latest_version_id: 'skver_xlsx20251013',
      source: { type: 'vendor' },
    });
  });

  test('a version is named by its id', async () => {
    verifies('SKL-008');
    const place = open();
    const { id } = await create(place);
    const versions = `/v1/skills/${id}/versions` as const;
    const { json } = await place.ask(`GET ${versions}`, undefined, { headers: LATER });
    const [version] = json.data as SkillVersion[];
    expect(version).toEqual({
      id: expect.stringMatching(/^skver_/),
      type: 'skill_version',
      skill_id: id,
      name: 'reports',
      description: 'Writes reports.',
      created_at: '2026-06-01T00:00:00.000Z',
    });
    const deleted = await place.ask(`DELETE ${versions}/${version?.id}`, undefined, { headers: LATER });
    expect(deleted.json).toEqual({ id: version?.id, type: 'skill_version_deleted' });
  });
});

describe('a skill is loaded', () => {
  const message = (skill: object): Partial<MessageCreateParams> & object => ({
    model: 'assistant-opus-4-7',
    max_tokens: 100,
    messages: [{ role: 'user', content: '/tool code_execution {"code":"print(1)"}' }],
    tools: [{ type: 'code_execution_20250825', name: 'code_execution' }],
    container: { skills: [skill as never] },
  });
  const agent = (skill: object) => ({ name: 'a', model: 'assistant-opus-4-7', skills: [skill] });

  test('at its latest version, or at the named one', async () => {
    verifies('SKL-006');
    const place = open();
    const { id, latest_version: first } = await create(place);
    await place.upload(`/v1/skills/${id}/versions`, { 'a/SKILL.md': front('two') });
    const firstId = (await place.ask(`GET /v1/skills/${id}/versions/${first}`)).json.id as string;
    const { latest_version: latest } = (await place.ask(`GET /v1/skills/${id}`)).json as Skill;
    for (const [version, loaded] of [
      [undefined, latest],
      ['latest', latest],
      [first, first],
      [firstId, firstId],
    ]) {
      const skill = { type: 'custom', skill_id: id, ...(version !== undefined && { version }) };
      const { json } = await place.ask('POST /v1/messages', message(skill));
      expect(json.container.skills).toEqual([{ type: 'custom', skill_id: id, version: loaded }]);
      const made = await place.ask('POST /v1/agents', agent(skill), {
        headers: { 'vendor-beta': 'managed-agents-2026-04-01' },
      });
      expect(made.json.skills).toEqual([{ type: 'custom', skill_id: id, version: loaded }]);
    }
  });

  test.each([
    ['an unknown skill', { type: 'custom', skill_id: 'skill_unknown' }],
    ['an unknown version of a skill of the vendor', { type: 'vendor', skill_id: 'pdf', version: '1' }],
  ])('but not %s', async (_, skill) => {
    verifies('SKL-006');
    const { ask } = open();
    const sent = await ask('POST /v1/messages', message(skill));
    expect([sent.status, sent.rule]).toEqual([400, 'SKL-006']);
    const headers = { 'vendor-beta': 'managed-agents-2026-04-01' };
    const made = await ask('POST /v1/agents', agent(skill), { headers });
    expect([made.status, made.rule]).toEqual([400, 'SKL-006']);
  });

  test('but not an unknown version', async () => {
    verifies('SKL-006');
    const place = open();
    const { id } = await create(place);
    const skill = { type: 'custom', skill_id: id, version: '7' };
    const { rule, json } = await place.ask('POST /v1/messages', message(skill));
    expect([rule, json.error.message]).toEqual([
      'SKL-006',
      'container.skills.0.version: must be a version of the skill',
    ]);
  });
});
