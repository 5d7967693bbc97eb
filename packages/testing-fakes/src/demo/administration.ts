/** Invites, workspaces, workspace members and API key of the demo. */
import type { Group, Invite, SpendLimitSetParams, Workspace, WorkspaceRole } from '@parlance/schemas';
import { apiKeys, type StoredApiKey } from '../organization/api-keys.js';
import type { StoredUser } from '../organization/directory.js';
import { groups, memberships, newGroup } from '../organization/groups.js';
import { newRequest, newSpendLimit, spendLimitRequests, spendLimits } from '../organization/spend-limits.js';
import { invites, newInvite } from '../organization/invites.js';
import { assignedRoles } from '../admin/workspace-members.js';
import { colorOf, workspaces } from '../organization/workspaces.js';
import type { World } from '../world/world.js';
import list from './administration.json' with { type: 'json' };
import { demoSource, type DemoSource } from './ids.js';

const DAY_MS = 86_400_000;

/** What is created. A person is an index in the list of people. */
interface Administration {
  /** `days` is the age at the end of the demo period, or today if the invite is pending. */
  readonly invites: readonly (Pick<Invite, 'email' | 'role' | 'status'> & { readonly days: number })[];
  readonly workspaces: readonly (Pick<Workspace, 'name' | 'tags' | 'archived_at'> & {
    readonly members: readonly (readonly [person: number, role: WorkspaceRole])[];
  })[];
  readonly groups: readonly (Pick<Group, 'name' | 'source_type'> & {
    readonly role_ids: readonly string[];
    readonly members: readonly number[];
  })[];
}

// The file has the words of the contract, which its inferred type does not.
const data = list as unknown as Administration;

/** Options for {@link seedAdministration}. */
export interface AdministrationToSeed {
  readonly world: World;
  readonly source: DemoSource;
  readonly people: readonly StoredUser[];
}

/** Creates invites in every status, workspaces with members, groups, and an API key. Returns the key. */
export function seedAdministration(options: AdministrationToSeed): StoredApiKey {
  seedInvites(options);
  seedWorkspaces(options);
  seedGroups(options);
  seedSpendLimits(options);
  const { world, source } = options;
  const id = source.id('apikey_');
  return world.store.of(apiKeys).put(id, {
    id,
    name: 'Nightly reports',
    workspace_id: null,
    created_at: '2025-11-04T10:15:00.000Z',
    partial_key_hint: 'api-...ports',
    status: 'active',
  });
}

const LAST_DAY = Date.UTC(2026, 4, 29, 9);

function seedInvites({ world, source }: AdministrationToSeed): void {
  const records = world.store.of(invites);
  const today = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
  for (const { email, role, status, days } of data.invites) {
    // A pending invite must not have expired at the current time of the world; the others are in the past.
    const invited = (status === 'pending' ? today : LAST_DAY) - days * DAY_MS;
    const id = source.id('invite_');
    records.put(id, { ...newInvite(id, email, role, new Date(invited).toISOString()), status });
  }
}

function seedWorkspaces({ world, source, people }: AdministrationToSeed): void {
  const records = world.store.of(workspaces);
  for (const [index, { name, tags, members, archived_at }] of data.workspaces.entries()) {
    const id = source.id('wrkspc_');
    const workspace: Workspace = {
      id,
      archived_at,
      created_at: new Date(Date.UTC(2025, 8 + index, 8, 11, 20)).toISOString(),
      data_residency: residencyOf(name),
      display_color: colorOf(index),
      name,
      tags: { ...tags },
      type: 'workspace',
    };
    records.put(id, workspace);
    const roles = world.store.of(assignedRoles, id);
    for (const [person, role] of members) {
      const user = people[person];
      if (user !== undefined) roles.put(user.id, { workspace_role: role });
    }
  }
}

/** Creates limits of the organization and of a member, and a pending request. */
function seedSpendLimits({ world, people }: AdministrationToSeed): void {
  // A source of its own keeps the ids of other records as they were.
  const source = demoSource(`${world.name}:spend-limits`);
  const created = '2026-01-15T10:00:00.000Z';
  const [member, other] = [people[3]?.id ?? '', people[4]?.id ?? ''];
  const scopes: readonly (readonly [amount: string, SpendLimitSetParams['scope']])[] = [
    ['500000', { type: 'organization' }],
    ['20000', { type: 'user', user_id: member }],
  ];
  for (const [amount, scope] of scopes) {
    const id = source.id('spl_');
    world.store.of(spendLimits).put(id, newSpendLimit(id, { amount, scope }, created));
  }
  const id = source.id('spl_request_');
  const request = newRequest({ id, user_id: other, created_at: created, period: 'monthly' });
  world.store.of(spendLimitRequests).put(id, request);
}

function seedGroups({ world, people }: AdministrationToSeed): void {
  // A source of its own keeps the ids of other records as they were.
  const source = demoSource(`${world.name}:groups`);
  const created = '2026-01-12T09:30:00.000Z';
  for (const { name, source_type, role_ids, members } of data.groups) {
    const id = source.id('rbac_group_');
    const group = newGroup({ id, created_at: created, name, role_ids: [...role_ids], source_type });
    world.store.of(groups).put(id, group);
    for (const person of members) {
      const user_id = people[person]?.id;
      if (user_id !== undefined)
        world.store.of(memberships, id).put(user_id, { user_id, created_at: created });
    }
  }
}

function residencyOf(name: string): Workspace['data_residency'] {
  return name === 'Production'
    ? { allowed_inference_geos: ['us', 'eu'], default_inference_geo: 'us', workspace_geo: 'us' }
    : { allowed_inference_geos: 'unrestricted', default_inference_geo: 'global', workspace_geo: 'us' };
}
