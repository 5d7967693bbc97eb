import type { AdminClient, AnyWorkspaceRole, AssignableRole } from '@parlance/admin';
import type { OrganizationState } from './organization-state.js';

/** The person of an action. */
interface OfPerson {
  /** E-mail address. */
  readonly email: string;
  /** Id of the user. */
  readonly user_id: string;
}

/** A workspace that an action names. One that the plan creates has no id yet. */
export interface WorkspaceReference {
  /** Name of the workspace. */
  readonly workspace: string;
  /** Its id; null if it is to be found by its name, because the plan creates it. */
  readonly workspace_id: string | null;
  /** Ids of other workspaces of the same name, which are not meant. */
  readonly known: readonly string[];
}

/** Invites a person who was never invited, or whose earlier invites are over. */
export interface InviteAction {
  readonly action: 'invite';
  /** E-mail address. */
  readonly email: string;
  /** Role that the person gets. */
  readonly role: AssignableRole;
}

/** Replaces an invite that has expired or has another role. */
export interface ReinviteAction {
  readonly action: 'reinvite';
  /** E-mail address. */
  readonly email: string;
  /** Role that the person gets. */
  readonly role: AssignableRole;
  /** Role of the pending invite, or `expired`. */
  readonly from: string;
}

/** Deletes the pending invites of a person. */
export interface CancelInviteAction {
  readonly action: 'cancel_invite';
  /** E-mail address. */
  readonly email: string;
  /** Role of the newest one. */
  readonly role: string;
  /** Whether the person is in the organization all the same. */
  readonly is_user: boolean;
  /** Whether the desired state omits the person, instead of saying `absent`. */
  readonly unlisted: boolean;
}

/** Changes the role of a person. */
export interface SetRoleAction extends OfPerson {
  readonly action: 'set_role';
  /** Role before. */
  readonly from: string;
  /** Role after. */
  readonly to: AssignableRole;
}

/** Activates or deactivates an API key. */
export interface SetKeyAction {
  readonly action: 'set_key';
  /** Id of the key. */
  readonly api_key_id: string;
  /** Name of the key. */
  readonly name: string;
  /** E-mail address of the person who created it. */
  readonly email: string;
  /** Status after. */
  readonly to: 'active' | 'inactive';
}

/** Ends the sessions of a person who leaves. */
export interface SignOutAction extends OfPerson {
  readonly action: 'sign_out';
}

/** Removes a person from the organization. */
export interface RemoveAction extends OfPerson {
  readonly action: 'remove';
  /** Role of the person. Someone with another one by now is not removed. */
  readonly role: string;
  /** Whether the desired state omits the person, instead of saying `absent`. */
  readonly unlisted: boolean;
  /** Consequences, shown to the people who decide. */
  readonly breaks: readonly string[];
}

/** Creates a workspace. */
export interface CreateWorkspaceAction extends WorkspaceReference {
  readonly action: 'create_workspace';
  /** Tags of the workspace. */
  readonly tags: Readonly<Record<string, string>>;
}

/** Fields of a workspace. */
export interface WorkspaceFields {
  /** Name. */
  readonly name?: string | undefined;
  /** Null removes a tag. */
  readonly tags?: Readonly<Record<string, string | null>> | undefined;
}

/** Renames a workspace, or changes its tags. */
export interface UpdateWorkspaceAction extends WorkspaceReference {
  readonly action: 'update_workspace';
  /** The changed fields before. */
  readonly from: WorkspaceFields;
  /** The changed fields after. */
  readonly to: WorkspaceFields;
}

/** Archives a workspace, which cannot be undone. */
export interface ArchiveWorkspaceAction extends WorkspaceReference {
  readonly action: 'archive_workspace';
  /** Consequences, shown to the people who decide. */
  readonly breaks: readonly string[];
}

/** Adds a person to a workspace. */
export interface AddMemberAction extends OfPerson, WorkspaceReference {
  readonly action: 'add_member';
  /** Role in the workspace. */
  readonly to: AnyWorkspaceRole;
  /** Whether the person has another role there, which they inherit until the plan changes their role in the organization. */
  readonly inherits: boolean;
}

/** Changes the role of a member of a workspace. */
export interface SetMemberAction extends OfPerson, WorkspaceReference {
  readonly action: 'set_member';
  /** Role before. */
  readonly from: string;
  /** Role after. */
  readonly to: AnyWorkspaceRole;
}

/** Removes a person from a workspace. */
export interface RemoveMemberAction extends OfPerson, WorkspaceReference {
  readonly action: 'remove_member';
  /** Role of the member. Someone with another one by now is not removed. */
  readonly from: string;
  /** Whether the desired state omits the person, instead of saying `absent`. */
  readonly unlisted: boolean;
  /** Consequences, shown to the people who decide. */
  readonly breaks: readonly string[];
}

/** What a plan does. */
export type OrganizationAction =
  | InviteAction
  | ReinviteAction
  | CancelInviteAction
  | SetRoleAction
  | SetKeyAction
  | SignOutAction
  | RemoveAction
  | CreateWorkspaceAction
  | UpdateWorkspaceAction
  | ArchiveWorkspaceAction
  | AddMemberAction
  | SetMemberAction
  | RemoveMemberAction;

/** What a plan cannot do: a person must do it, the documents forbid it, or an invite must be accepted first. */
export interface PlanNote {
  /** Why it cannot be done. */
  readonly action: 'manual' | 'impossible' | 'waiting';
  /** The person that it is about; null if it is about a workspace. */
  readonly email: string | null;
  /** The workspace that it is about; null if it is about the organization. */
  readonly workspace: string | null;
  /** Describes it to people. */
  readonly why: string;
}

/** How an action compares with the organization: its goal is reached, it can be done, or somebody else has changed something. */
export type Standing = 'done' | 'todo' | 'stale';

/** Keys that were read because a plan changes them: their status by id. */
export type KeyStates = ReadonlyMap<string, string>;

/** An organization and its keys. */
export interface CurrentState extends OrganizationState {
  readonly keys: KeyStates;
}

/** What an action needs to be sent. */
export interface SendContext {
  readonly admin: AdminClient;
  /** The organization before the action. */
  readonly state: CurrentState;
  readonly signal: AbortSignal | undefined;
}

/** What undoes an action, and what nothing can restore. */
export interface Undo {
  readonly actions: readonly OrganizationAction[];
  /** Why something is not restored; null if everything is. */
  readonly lost: string | null;
}

/** What is known of a kind of actions. */
export interface ActionKind<Action extends OrganizationAction> {
  /** Order in a plan: actions of a lower phase come first. */
  readonly phase: number;
  /** Describes an action to people. */
  readonly text: (action: Action) => string;
  /** Compares an action with the organization. */
  readonly standing: (action: Action, state: CurrentState) => Standing;
  /** Does it. */
  readonly send: (action: Action, context: SendContext) => Promise<unknown>;
  readonly undo: (action: Action) => Undo;
}

/** All kinds of actions. */
export type ActionKinds = {
  readonly [Name in OrganizationAction['action']]: ActionKind<Extract<OrganizationAction, { action: Name }>>;
};
