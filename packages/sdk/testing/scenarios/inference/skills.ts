import { NotFoundError } from '@parlance/core-transport';
import type { Skill, skillOperations, skillVersionOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

const files = (name: string) => [
  {
    filename: `${name}/SKILL.md`,
    data: new TextEncoder().encode(`---\nname: ${name}\ndescription: Writes reports.\n---\nBe brief.\n`),
  },
  { filename: `${name}/templates/report.md`, data: new Blob(['# Report\n']) },
];

function create({ inference }: Clients): Promise<Skill> {
  return inference.skills
    .create({ display_title: 'Reports', files: files('reports') })
    .then((skill) => skill);
}

export const skillScenarios: ScenariosFor<typeof skillOperations> = {
  'skills.create': async (clients) => {
    expect(await create(clients)).toMatchObject({
      type: 'skill',
      display_title: 'Reports',
      source: 'custom',
      latest_version: expect.stringMatching(/^\d+$/) as string,
    });
  },
  'skills.retrieve': async (clients) => {
    const skill = await create(clients);
    expect(await clients.inference.skills.retrieve(skill.id)).toEqual(skill);
    expect(await clients.inference.skills.retrieve('xlsx')).toMatchObject({ source: 'vendor' });
  },
  'skills.list': async (clients) => {
    const skill = await create(clients);
    expect(await idsOf(clients.inference.skills.list({ limit: 2 }))).toEqual(
      expect.arrayContaining([skill.id, 'pdf']),
    );
    expect(await idsOf(clients.inference.skills.list({ source: 'vendor' }))).not.toContain(skill.id);
  },
  'skills.delete': async (clients) => {
    const { id } = await create(clients);
    expect(await clients.inference.skills.delete(id)).toEqual({ id, type: 'skill_deleted' });
    await expect(clients.inference.skills.retrieve(id)).rejects.toThrow(NotFoundError);
  },
};

export const skillVersionScenarios: ScenariosFor<typeof skillVersionOperations> = {
  'skills.versions.create': async (clients) => {
    const { id } = await create(clients);
    const version = await clients.inference.skills.versions.create(id, { files: files('summaries') });
    expect(version).toMatchObject({
      type: 'skill_version',
      skill_id: id,
      name: 'summaries',
      description: 'Writes reports.',
      directory: 'summaries',
    });
    expect((await clients.inference.skills.retrieve(id)).latest_version).toBe(version.version);
  },
  'skills.versions.retrieve': async (clients) => {
    const { id, latest_version: latest } = await create(clients);
    const version = await clients.inference.skills.versions.retrieve(id, latest ?? '');
    expect(version).toMatchObject({ version: latest, name: 'reports' });
    expect(await clients.inference.skills.versions.retrieve(id, version.id)).toEqual(version);
  },
  'skills.versions.list': async (clients) => {
    const { id } = await create(clients);
    const second = await clients.inference.skills.versions.create(id, { files: files('reports') });
    const ids = await idsOf(clients.inference.skills.versions.list(id, { limit: 1 }));
    expect([ids.length, ids[0]]).toEqual([2, second.id]);
  },
  'skills.versions.delete': async (clients) => {
    const { id, latest_version: first } = await create(clients);
    const { versions } = clients.inference.skills;
    const second = await versions.create(id, { files: files('reports') });
    expect(await versions.delete(id, second.id)).toEqual({
      id: second.version,
      type: 'skill_version_deleted',
    });
    expect((await clients.inference.skills.retrieve(id)).latest_version).toBe(first);
  },
  'skills.versions.download': async (clients) => {
    const { id, latest_version: version } = await create(clients);
    const download = await clients.inference.skills.versions.download(id, version ?? '');
    expect([download.contentType, download.filename]).toEqual(['application/zip', 'reports.zip']);
    // The first bytes of every ZIP archive.
    expect(Buffer.from(await download.bytes()).toString('latin1', 0, 4)).toBe('PK\u0003\u0004');
  },
};
