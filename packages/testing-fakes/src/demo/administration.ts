/** Invites, workspaces, workspace members and API key of the demo. */
import type { Group, Invite, SpendLimit, Workspace, WorkspaceRole } from '@parlance/schemas';
import { apiKeys, type StoredApiKey } from '../organization/api-keys.js';
import type { StoredUser } from '../organization/directory.js';
import { groups, memberships } from '../organization/groups.js';
import { CURRENCY, spendLimitRequests, spendLimits } from '../organization/spend-limits.js';
import { INVITE_LIFETIME_MS, invites } from '../organization/invites.js';
import { assignedRoles } from '../admin/workspace-members.js';
import { colorOf, workspaces } from '../organization/workspaces.js';
import type { World } from '../world/world.js';
import { demoSource, type DemoSource } from './ids.js';

const DAY_MS = 86_400_000;

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

/** Email, role and status of each invite, and its age in days at the end of the demo period, or today if pending. */
const INVITES: readonly (readonly [
  email: string,
  role: Invite['role'],
  status: Invite['status'],
  days: number,
])[] = [
  ['grace.kim@example.com', 'user', 'accepted', 120],
  ['peter.novak@example.com', 'user', 'accepted', 150],
  ['noor.rahman@example.com', 'user', 'accepted', 180],
  ['former.intern@example.com', 'user', 'expired', 90],
  ['agency.lead@example.com', 'developer', 'expired', 75],
  ['auditor@example.com', 'billing', 'expired', 60],
  ['typo.in.name@example.com', 'user', 'deleted', 40],
  ['left.before.start@example.com', 'developer', 'deleted', 30],
  ['wrong.team@example.com', 'assistant_code_user', 'deleted', 25],
  ['lena.fischer@example.com', 'developer', 'pending', 4],
  ['marco.silva@example.com', 'user', 'pending', 2],
  ['aiko.sato@example.com', 'assistant_code_user', 'pending', 1],
];
const LAST_DAY = Date.UTC(2026, 4, 29, 9);

function seedInvites({ world, source }: AdministrationToSeed): void {
  const records = world.store.of(invites);
  const today = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
  for (const [email, role, status, days] of INVITES) {
    // A pending invite must not have expired at the current time of the world; the others are in the past.
    const invited = (status === 'pending' ? today : LAST_DAY) - days * DAY_MS;
    const id = source.id('invite_');
    records.put(id, {
      id,
      email,
      expires_at: new Date(invited + INVITE_LIFETIME_MS).toISOString(),
      invited_at: new Date(invited).toISOString(),
      role,
      status,
      type: 'invite',
    });
  }
}

type SeededWorkspace = readonly [
  name: string,
  tags: Readonly<Record<string, string>>,
  members: readonly (readonly [person: number, role: WorkspaceRole])[],
  archivedAt: string | null,
];

const WORKSPACES: readonly SeededWorkspace[] = [
  [
    'Prototypes 2025',
    { team: 'research' },
    [
      [3, 'workspace_admin'],
      [9, 'workspace_user'],
    ],
    '2026-02-27T16:00:00.000Z',
  ],
  [
    'Production',
    { team: 'platform', stage: 'live' },
    [
      [3, 'workspace_developer'],
      [4, 'workspace_developer'],
      [5, 'workspace_restricted_developer'],
    ],
    null,
  ],
  [
    'Staging',
    { team: 'platform', stage: 'test' },
    [
      [4, 'workspace_admin'],
      [6, 'workspace_developer'],
      [7, 'workspace_user'],
    ],
    null,
  ],
  [
    'Customer support',
    {},
    [
      [9, 'workspace_user'],
      [10, 'workspace_user'],
      [11, 'workspace_user'],
      [2, 'workspace_billing'],
    ],
    null,
  ],
];

function seedWorkspaces({ world, source, people }: AdministrationToSeed): void {
  const records = world.store.of(workspaces);
  for (const [index, [name, tags, members, archivedAt]] of WORKSPACES.entries()) {
    const id = source.id('wrkspc_');
    const workspace: Workspace = {
      id,
      archived_at: archivedAt,
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
  const scopes: readonly (readonly [amount: string, SpendLimit['scope']])[] = [
    ['500000', { type: 'organization' }],
    ['20000', { type: 'user', user_id: member }],
  ];
  for (const [amount, scope] of scopes) {
    const id = source.id('spl_');
    world.store.of(spendLimits).put(id, {
      id,
      amount,
      created_at: created,
      currency: CURRENCY,
      is_enabled: true,
      period: 'monthly',
      scope,
      type: 'spend_limit',
      updated_at: created,
    });
  }
  const id = source.id('spl_request_');
  world.store.of(spendLimitRequests).put(id, {
    id,
    user_id: other,
    created_at: created,
    period: 'monthly',
    status: 'pending',
    resolved_at: null,
    resolved_by: null,
  });
}

/** Name, source, granted roles and members of each group. */
const GROUPS: readonly (readonly [
  name: string,
  source: Group['source_type'],
  roles: readonly string[],
  people: readonly number[],
])[] = [
  ['Platform team', 'scim', ['rbac_role_viewer'], [3, 4, 5]],
  ['Support leads', 'direct', ['rbac_role_viewer', 'rbac_role_user_manager'], [9, 10]],
];

function seedGroups({ world, people }: AdministrationToSeed): void {
  // A source of its own keeps the ids of other records as they were.
  const source = demoSource(`${world.name}:groups`);
  const created = '2026-01-12T09:30:00.000Z';
  for (const [name, source_type, roles, members] of GROUPS) {
    const id = source.id('rbac_group_');
    world.store.of(groups).put(id, {
      id,
      created_at: created,
      name,
      role_ids: [...roles],
      source_type,
      type: 'rbac_group',
      updated_at: created,
    });
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
