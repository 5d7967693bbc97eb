import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { parseScenario } from '../fake/read-scenario-file.js';
import { asker } from '../testing/index.js';
import { ownPlants } from './testing/planted.js';
import { servePlants } from './testing/plants.js';
import { deploy, mark, MARKER, run } from './testing/run-verify.js';

/** Lists objects of a deployment with the vendor name `acme`. */
async function ask(url: string, name: string): Promise<{ readonly data: { readonly source?: string }[] }> {
  const betas = 'managed-agents-2026-04-01,files-api-2025-04-14,skills-2025-10-02,user-profiles-2026-03-24';
  const headers = { 'x-api-key': 'api-default', 'acme-version': '2023-06-01', 'acme-beta': betas };
  const response = await fetch(`${url}/v1/${name}?limit=100`, { headers });
  return (await response.json()) as Awaited<ReturnType<typeof ask>>;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-verify-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('verify', () => {
  test(
    'with writes, finds no differences in another emulator, also under names of its own',
    { timeout: 180_000 },
    async () => {
      const naming = { vendor: 'acme', assistant: 'robot', githost: 'forge' };
      const { fake, url } = await deploy({ naming });
      await mark(url, 'acme');
      const names = ['--naming', 'vendor=acme,assistant=robot,githost=forge'];
      const { code, out, err } = await run(['--against', url, ...MARKER, ...names, '--json']);
      expect(JSON.parse(out)).toMatchObject({ divergences: [] });
      expect(err).toMatch(
        / [1-9]\d* model calls \(including batches\) with at most [1-9]\d* tokens in total, and [1-9]\d* turns/,
      );
      expect(err).toContain(' (including batches)');
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ interrupted: [], left_behind: [] });
      // Without the request that creates the marker.
      expect(JSON.parse(out).requests).toBe(fake.journal().length - 1);
      for (const name of ['sessions', 'messages/batches', 'agents', 'skills', 'files', 'user_profiles']) {
        const { data } = await ask(url, name);
        expect(data.filter(({ source }) => source !== 'acme')).toEqual([]);
      }
      await fake.close();
    },
  );

  test(
    'reports differences by rule, without keys, in a file that serve follows',
    { timeout: 180_000 },
    async () => {
      const plants = ownPlants.filter(({ name }) =>
        /^vaults\.archive|^VLT-010|^workspaces\.create/.test(name),
      );
      const { url, close } = await servePlants(plants);
      await mark(url);
      const path = join(folder, 'divergences.json');
      const { code, out } = await run(['--against', url, ...MARKER, '--divergences', path]);
      await close();
      expect(code).toBe(1);
      expect(out).toContain('VLT-010: ');
      expect(out).toContain('emulator: 400, refused by VLT-010\n  service:  422\n');
      expect(out).toContain('body.display_color: ');
      expect(out).not.toMatch(/(?:api|admin|compliance)-default/);
      const text = await readFile(path, 'utf8');
      expect(text).not.toMatch(/(?:api|admin|compliance)-default/);

      const fake = createFake({ scenario: parseScenario(text) });
      const ask = asker(fake, 'managed-agents-2026-04-01');
      expect(await ask('POST /v1/vaults', { display_name: 7 })).toMatchObject({ status: 422 });
      const { json: vault } = await ask('POST /v1/vaults', { display_name: 'Any name' });
      const archived = await ask(`POST /v1/vaults/${vault.id}/archive`);
      expect(archived.json).toEqual({ ...vault, archived_at: null, updated_at: expect.anything() });
      expect((await ask(`GET /v1/vaults/${vault.id}`)).json.archived_at).not.toBeNull();
    },
  );

  test('removes what it has created when it is stopped', async () => {
    const { fake, url } = await deploy();
    await mark(url);
    const names = [
      'agents',
      'sessions',
      'messages/batches',
      'vaults',
      'memory_stores',
      'files',
      'organizations/webhooks',
    ];
    const ask = asker(fake, 'managed-agents-2026-04-01');
    const counts = (): Promise<number[]> =>
      Promise.all(names.map(async (name) => (await ask(`GET /v1/${name}?limit=100`)).json.data?.length ?? 0));
    const before = await counts();
    const written = (): number =>
      fake.journal().filter(({ operation }) => operation?.endsWith('.create')).length;
    const onSignal = (stop: () => void): void => {
      const look = setInterval(() => {
        if (written() < 40) return;
        clearInterval(look);
        stop();
      }, 5);
    };
    const { code, err } = await run(['--against', url, ...MARKER], { onSignal });
    expect([code, err]).toEqual([2, expect.stringMatching(/stopped\n$/)]);
    expect(await counts()).toEqual(before);
    await fake.close();
  });
});
