/* Uses the API key of another workspace. */
// #region Use the API key of another workspace
import assert from 'node:assert/strict';
import { AdminClient } from '@parlance/admin';
import { ManagedAgentsClient, NotFoundError } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const parts = { baseUrl: fake.url, http: fake.http() };
const admin = new AdminClient({ ...parts, adminKey: fake.keys.admin });
const workspace = await admin.workspaces.create({ name: 'Research' });
const inDefault = new ManagedAgentsClient({ ...parts, apiKey: fake.keys.api });
const inResearch = new ManagedAgentsClient({ ...parts, apiKey: fake.keysOf('default', workspace.id).api });

const vault = await inDefault.vaults.create({ display_name: 'Keys' });
await assert.rejects(inResearch.vaults.retrieve(vault.id), NotFoundError);
// #endregion
