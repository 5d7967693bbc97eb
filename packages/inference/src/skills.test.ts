import { BadRequestError, ConfigError } from '@parlance/core-transport';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPlace, PLACES } from '@parlance/testing/places';

const text = '---\nname: reports\ndescription: Writes reports.\n---\n';

async function onDisk(): Promise<string> {
  const path = join(tmpdir(), `${randomUUID()}.md`);
  await writeFile(path, text);
  onTestFinished(() => rm(path));
  return path;
}

describe.each(PLACES)('%s', (name) => {
  test('a skill of every kind of file is created and loaded into a container', async () => {
    await using place = await openPlace(name);
    const { skills, messages } = place.client;
    const { id, latest_version } = await skills.create({
      display_title: null,
      files: [
        { path: await onDisk(), filename: 'reports/SKILL.md' },
        { filename: 'reports/a.bin', data: new Uint8Array(3) },
        { filename: 'reports/b.md', data: new Blob(['b']) },
        new File(['c'], 'reports/c.md'),
      ],
    });
    const reply = await messages.create({
      model: 'assistant-opus-4-7',
      max_tokens: 100,
      messages: [{ role: 'user', content: '/tool code_execution {"code":"print(1)"}' }],
      tools: [{ type: 'code_execution_20250825', name: 'code_execution' }],
      container: { skills: [{ type: 'custom', skill_id: id }] },
    });
    expect(reply.container?.skills).toEqual([{ type: 'custom', skill_id: id, version: latest_version }]);
    const pdf = await skills.retrieve('pdf');
    expect(pdf.source).toBe('vendor');
    const sources: unknown[] = [];
    for await (const { source } of skills.list({ source: 'vendor' })) sources.push(source);
    expect(new Set(sources)).toEqual(new Set(['vendor']));
  });

  test('an invalid skill is rejected', async () => {
    await using place = await openPlace(name);
    const { skills } = place.client;
    const files = [{ filename: 'a/README.md', data: new Blob(['x']) }];
    await expect(skills.create({ files })).rejects.toThrow(BadRequestError);
    for (const params of [{}, { files: [] }, { files: ['x'] }, null])
      await expect(skills.create(params as never)).rejects.toThrow(ConfigError);
  });
});
