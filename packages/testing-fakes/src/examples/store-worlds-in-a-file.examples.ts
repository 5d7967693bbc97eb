/* Persists worlds in a file. */
import { rm } from 'node:fs/promises';
// #region Store worlds in a file
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { AdminClient } from '@parlance/admin';
import { createFake } from '@parlance/testing-fakes';
import { openWorldFile } from '@parlance/testing-fakes/file';

const folder = await mkdtemp('worlds-');
const file = join(folder, 'worlds.db');
for (const name of ['Research', 'Sales']) {
  const fake = createFake({ store: await openWorldFile(file) });
  const admin = new AdminClient({ baseUrl: fake.url, adminKey: fake.keys.admin, http: fake.http() });
  await admin.workspaces.create({ name });
  await fake.close();
}

const fake = createFake({ store: await openWorldFile(file) });
const admin = new AdminClient({ baseUrl: fake.url, adminKey: fake.keys.admin, http: fake.http() });
const { data } = await admin.workspaces.list();
assert(['Research', 'Sales'].every((name) => data.some((workspace) => workspace.name === name)));
await fake.close();
// #endregion

await rm(folder, { recursive: true });
