/** Plans staged changes of the organization, and applies the plans. */
import {
  applyOrganization,
  describeAction,
  exportOrganization,
  planOrganization,
  type DesiredState,
  type DesiredWorkspace,
  type OrganizationPlan,
} from '@parlance/reconcile';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Backend } from './backend.js';
import { body, id } from './body.js';
import type { Exports } from './exports.js';
import { ROLES, WORKSPACE_ROLES } from './organization-roles.js';

const workspace = { id, name: z.string() };

/** Staged changes. Everything that they do not name stays as it is. */
const staged = z.strictObject({
  users: z.array(
    z.strictObject({
      email: z.string(),
      role: z.enum(ROLES).optional(),
      absent: z.boolean().optional(),
    }),
  ),
  members: z.array(z.strictObject({ ...workspace, email: z.string(), role: z.enum(WORKSPACE_ROLES) })),
  archived: z.array(z.strictObject(workspace)),
});

/** Staged changes of people, members and archived workspaces. */
export type StagedChanges = z.infer<typeof staged>;

/** A plan for staged changes, to review and to apply as it is. */
export interface StagedPlan {
  readonly plan: OrganizationPlan;
  /** The actions and their consequences. Archived workspaces come last, because they are not in the plan. */
  readonly steps: readonly { readonly text: string; readonly breaks: readonly string[] }[];
}

/** An action of a plan that was not done. */
export interface FailedAction {
  /** E-mail address of its person. */
  readonly email: string;
  readonly code: string;
}

/** The plan, which checks itself when it is applied. */
const reviewed = z.strictObject({
  plan: z.custom<OrganizationPlan>(
    (value) => typeof value === 'object' && value !== null,
    'must be an object',
  ),
});

/** Routes of the admin page. */
export function organizationRoutes({ parlance }: Backend, exports: Exports) {
  return new Hono()
    .post('/plan', body(staged), async (c) => {
      const changes = c.req.valid('json');
      const { signal } = c.req.raw;
      const { admin } = parlance;
      const desired = await desiredOf(changes, parlance, signal);
      const plan = await planOrganization({ admin, desired, signal });
      const archived = changes.archived.map((one) => ({ ...one, archived: true }));
      // Nobody can sign a plan here, so that one with archived workspaces could not be applied.
      const archiving = await planOrganization({ admin, desired: { workspaces: archived }, signal });
      const steps = [...plan.actions, ...archiving.actions].map((action) => ({
        text: describeAction(action),
        breaks: 'breaks' in action ? action.breaks : [],
      }));
      return c.json<StagedPlan>({ plan, steps });
    })
    .post('/apply', body(reviewed), async (c) => {
      const { plan } = c.req.valid('json');
      const store = await exports.store();
      const { refused, changed, unverified } = await applyOrganization(plan, {
        admin: parlance.admin,
        store,
      });
      const codes = new Map([
        ...[...changed, ...unverified].map((action) => [action, 'plan_stale'] as const),
        ...refused.map(({ action, code }) => [action, code] as const),
      ]);
      const failed = plan.actions.flatMap((action): FailedAction[] => {
        const code = codes.get(describeAction(action));
        return code === undefined || !('email' in action) ? [] : [{ email: action.email, code }];
      });
      return c.json(failed);
    });
}

/** Adds the staged changes to the organization as it is. Members of a workspace are always stated together. */
async function desiredOf(
  { users, members }: StagedChanges,
  { admin }: Backend['parlance'],
  signal: AbortSignal,
): Promise<DesiredState> {
  if (members.length === 0) return { users };
  const { workspaces: known = [] } = await exportOrganization(admin, { signal });
  const workspaces = new Map<string, DesiredWorkspace>();
  for (const { id: of, name, email, role } of members) {
    const today = known.find((one) => (one.id === undefined ? one.name === name : one.id === of));
    const before = workspaces.get(of) ?? today;
    workspaces.set(of, { id: of, name, members: { ...before?.members, [email]: role } });
  }
  return { users, workspaces: [...workspaces.values()] };
}
