import type { AssignableRole, AnyWorkspaceRole } from '@parlance/admin';
import { InputError, parseInput, type InputIssue } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import { ASSIGNABLE_ROLES, WORKSPACE_ROLES } from './roles.js';

/** Role of a person in the organization. `admin` can be stated, and must be assigned in the service's console. */
export type DesiredRole = AssignableRole | 'admin';

/** A person. */
export interface DesiredUser {
  /** E-mail address. Letter case does not matter. */
  readonly email: string;
  /** Role in the organization. Default: not managed; people who are invited get the role `user`. */
  readonly role?: DesiredRole | undefined;
  /** Whether the person must not be in the organization. Default: false. */
  readonly absent?: boolean | undefined;
}

/** A workspace. */
export interface DesiredWorkspace {
  /** Name. */
  readonly name: string;
  /** Id, if several workspaces have the name. */
  readonly id?: string | undefined;
  /** Tags to set; null removes one. Other tags are not managed. Default: none. */
  readonly tags?: Readonly<Record<string, string | null>> | undefined;
  /** All members by e-mail address, besides those who inherit a role from the organization. Default: not managed. */
  readonly members?: Readonly<Record<string, AnyWorkspaceRole>> | undefined;
  /** Whether the workspace must be archived, which cannot be undone. Default: false. */
  readonly archived?: boolean | undefined;
}

/** What an organization should be. What it does not name is not managed. */
export interface DesiredState {
  /** People. Default: not managed. */
  readonly users?: readonly DesiredUser[] | undefined;
  /** What becomes of people whom `users` does not list: `keep` or `remove`. Default: `keep`. */
  readonly unlisted?: 'keep' | 'remove' | undefined;
  /** Workspaces. Others are not managed. */
  readonly workspaces?: readonly DesiredWorkspace[] | undefined;
  /** E-mail addresses of people whom no plan touches, whatever else is stated. */
  readonly protected?: readonly string[] | undefined;
}

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/u;
const email = z
  .string()
  .trim()
  .refine((text) => EMAIL.test(text), {
    error: 'must be one e-mail address such as lena@example.com, and nothing else',
  });
const name = z.string().min(1);
const roles: z.ZodType<DesiredRole> = z.enum([...ASSIGNABLE_ROLES, 'admin']);
const workspaceRoles: z.ZodType<AnyWorkspaceRole> = z.enum(WORKSPACE_ROLES);

/** Schema of {@link DesiredState}: twelve keys. */
export const DesiredStateSchema: z.ZodType<DesiredState> = z.strictObject({
  users: z
    .array(z.strictObject({ email, role: roles.optional(), absent: z.boolean().optional() }))
    .optional(),
  unlisted: z.enum(['keep', 'remove']).optional(),
  workspaces: z
    .array(
      z.strictObject({
        name,
        id: z.string().startsWith('wrkspc_').optional(),
        tags: z.record(name, z.string().nullable()).optional(),
        members: z.record(email, workspaceRoles).optional(),
        archived: z.boolean().optional(),
      }),
    )
    .optional(),
  protected: z.array(email).optional(),
});

/** A workspace of a {@link CheckedState}. */
export interface CheckedWorkspace extends Omit<DesiredWorkspace, 'members'> {
  /** Members by folded e-mail address. */
  readonly members:
    ReadonlyMap<string, { readonly email: string; readonly role: AnyWorkspaceRole }> | undefined;
}

/** A state without contradictions. E-mail addresses that are keys are folded. */
export interface CheckedState {
  readonly users: ReadonlyMap<string, DesiredUser>;
  readonly removesUnlisted: boolean;
  readonly workspaces: readonly CheckedWorkspace[];
  readonly protectedPeople: ReadonlySet<string>;
}

/** Addresses that are equal after this are one person's. */
export function foldEmail(address: string): string {
  return address.normalize('NFC').trim().toLowerCase();
}

/**
 * Checks what an organization should be.
 *
 * @param desired - The state.
 * @param placeOf - Describes where a path such as `users.3` comes from. Default: the path.
 * @throws {InputError} When the state is invalid or contradicts itself.
 */
export function checkDesiredState(
  desired: DesiredState,
  placeOf: (path: string) => string = (path) => path,
): CheckedState {
  const state = parseInput(DesiredStateSchema, desired);
  const issues: InputIssue[] = [];
  const refuse = (path: string, message: string): void => {
    issues.push({ path: placeOf(path), message });
  };
  const protectedPeople = new Set((state.protected ?? []).map(foldEmail));
  const users = checkUsers(state, protectedPeople, refuse);
  const workspaces = (state.workspaces ?? []).map((workspace, index) =>
    checkWorkspace(workspace, users, (message) => refuse(`workspaces.${index}`, message)),
  );
  for (const [index, { name, id }] of workspaces.entries()) {
    const same = workspaces.findIndex((other) => (id === undefined ? other.name === name : other.id === id));
    if (same < index)
      refuse(`workspaces.${index}`, `"${id ?? name}" is also described at ${placeOf(`workspaces.${same}`)}`);
  }
  const removesUnlisted = state.unlisted === 'remove';
  if (removesUnlisted && ![...users.values()].some(({ absent }) => absent !== true))
    refuse('unlisted', 'is "remove", but users lists nobody who stays: this would remove everybody');
  if (issues.length > 0) throw new InputError(issues);
  return { users, removesUnlisted, workspaces, protectedPeople };
}

type Refuse = (path: string, message: string) => void;

function checkUsers(
  { users = [] }: DesiredState,
  protectedPeople: ReadonlySet<string>,
  refuse: Refuse,
): Map<string, DesiredUser> {
  const checked = new Map<string, DesiredUser>();
  const positions = new Map<string, number>();
  for (const [index, user] of users.entries()) {
    const path = `users.${index}`;
    const key = foldEmail(user.email);
    const same = positions.get(key);
    if (same !== undefined) refuse(path, `${user.email} is listed twice, first at ${same + 1}`);
    if (user.absent === true && user.role !== undefined)
      refuse(path, `${user.email} is absent, and has a role`);
    if (user.absent === true && protectedPeople.has(key))
      refuse(path, `${user.email} is absent, and protected`);
    positions.set(key, index);
    checked.set(key, user);
  }
  return checked;
}

function checkWorkspace(
  { members, ...workspace }: DesiredWorkspace,
  users: ReadonlyMap<string, DesiredUser>,
  refuse: (message: string) => void,
): CheckedWorkspace {
  const checked = new Map<string, { readonly email: string; readonly role: AnyWorkspaceRole }>();
  for (const [address, role] of Object.entries(members ?? {})) {
    const key = foldEmail(address);
    if (checked.has(key)) refuse(`"${workspace.name}" has the member ${address} twice`);
    if (users.get(key)?.absent === true)
      refuse(`"${workspace.name}" has the member ${address}, who is absent`);
    checked.set(key, { email: address.trim(), role });
  }
  if (workspace.archived === true && (members !== undefined || workspace.tags !== undefined))
    refuse(`"${workspace.name}" is archived, and has members or tags`);
  return { ...workspace, members: members === undefined ? undefined : checked };
}
