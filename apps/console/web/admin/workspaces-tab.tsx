import { useQuery } from '@tanstack/react-query';
import type { User, Workspace, WorkspaceMemberCreateParams } from '@parlance/schemas';
import { WorkspaceMemberCreateParamsSchema } from '@parlance/schemas/validation';
import { Button } from '../ui/button.js';
import { CsvButton } from '../ui/csv-button.js';
import { formatDay, words } from '../ui/format.js';
import { problemFrom } from '../api.js';
import { admin } from '../sdk/admin.js';
import { NotFound } from '../ui/empty.js';
import { Facts } from '../ui/facts.js';
import { SelectField } from '../ui/select-field.js';
import { Form } from '../ui/form.js';
import { ProblemNotice } from '../ui/notice.js';
import { namesIn, useOpen, useView } from '../ui/view.js';
import { NewWorkspace } from './new-workspace.js';
import { WORKSPACE_ROLES } from '../../server/organization-roles.js';
import type { PendingChanges } from './pending-changes.js';

interface Props {
  readonly workspaces: readonly Workspace[];
  readonly users: readonly User[];
  readonly pending: PendingChanges;
}

/** The workspaces, with their data residency and members. */
export function WorkspacesTab({ workspaces, users, pending }: Props) {
  const [view] = useView({ workspace: '' });
  const missing = namesIn(view.workspace).some((id) => workspaces.every((workspace) => workspace.id !== id));
  return (
    <div className="stack">
      {missing && <NotFound what="Workspace" />}
      <NewWorkspace pending={pending} />
      <div className="row filters">
        <CsvButton
          name="workspaces"
          columns={['id', 'name', 'workspace_geo', 'allowed_inference_geos', 'created_at', 'archived_at']}
          rows={() =>
            workspaces.map(({ data_residency: geos, archived_at, ...workspace }) => ({
              ...workspace,
              archived_at,
              workspace_geo: geos.workspace_geo,
              allowed_inference_geos: [geos.allowed_inference_geos].flat().join(' '),
            }))
          }
        />
      </div>
      <ul className="columns workspaces">
        {workspaces.map((workspace) => (
          <li key={workspace.id}>
            <WorkspaceCard {...{ workspace, users, pending }} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CardProps {
  readonly workspace: Workspace;
  readonly users: readonly User[];
  readonly pending: PendingChanges;
}

function WorkspaceCard({ workspace, users, pending }: CardProps) {
  const { id, name, archived_at, created_at, data_residency, display_color, tags } = workspace;
  const geos = data_residency.allowed_inference_geos;
  const archive = () =>
    pending.add({
      key: `workspace ${id}`,
      subject: name,
      before: 'active',
      after: 'archived permanently',
      change: { kind: 'archiveWorkspace', id, name },
    });
  return (
    <article className="card box workspace" aria-label={name}>
      <header className="row spread">
        <div className="row">
          <span className="color" style={{ background: display_color }} />
          <h2>{name}</h2>
          {archived_at != null && <span className="chip warn">archived {formatDay(archived_at)}</span>}
        </div>
        {archived_at == null && (
          <Button size="tiny" onClick={archive} aria-label={`Archive ${name}`}>
            Archive
          </Button>
        )}
      </header>
      <Facts
        of={[
          ['Data stored in', <Geos names={[data_residency.workspace_geo]} />],
          ['Inference allowed in', <Geos names={Array.isArray(geos) ? geos : ['anywhere']} />],
          ['Default inference region', <Geos names={[data_residency.default_inference_geo]} />],
        ]}
      />
      <div className="row small muted">
        Created {formatDay(created_at)}
        {Object.entries(tags).map(([key, value]) => (
          <span key={key} className="chip">
            {key}: {value}
          </span>
        ))}
      </div>
      {archived_at == null && <Members {...{ workspace, users, pending }} />}
    </article>
  );
}

function Geos({ names }: { readonly names: readonly string[] }) {
  return (
    <span className="row">
      {names.map((name) => (
        <span key={name} className="chip violet">
          {name}
        </span>
      ))}
    </span>
  );
}

/** Loads the members when opened. */
function Members({ workspace, users, pending }: CardProps) {
  const [open, setOpen] = useOpen(workspace.id, 'workspace');
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Members</summary>
      {open && <MemberList {...{ workspace, users, pending }} />}
    </details>
  );
}

const NEW_MEMBER: WorkspaceMemberCreateParams = { user_id: '', workspace_role: 'workspace_user' };

function MemberList({ workspace: { id, name }, users, pending }: CardProps) {
  const { data: members, error } = useQuery({
    queryKey: ['workspaces.members.list', id],
    queryFn: ({ signal }) => Array.fromAsync(admin.workspaces.members.list(id, { limit: 1000 }, { signal })),
  });
  const people = new Map(users.map((user) => [user.id, user]));
  const known = new Set(members?.map(({ user_id }) => user_id));
  const others = users.filter(({ id }) => !known.has(id));
  const add = ({ user_id: userId, workspace_role: role }: WorkspaceMemberCreateParams) =>
    pending.add({
      key: `member ${id} ${userId}`,
      subject: people.get(userId)?.name ?? userId,
      before: `not in ${name}`,
      after: `${words(role)} of ${name}`,
      change: { kind: 'member', id, name, email: people.get(userId)?.email ?? '', role },
    });
  if (error !== null) return <ProblemNotice problem={problemFrom(error)} />;
  return (
    <div className="stack">
      <ul className="stack members">
        {members?.map(({ user_id, workspace_role }) => (
          <li key={user_id} className="row spread">
            <span>{people.get(user_id)?.name ?? user_id}</span>
            <span className="muted small">{words(workspace_role)}</span>
          </li>
        ))}
      </ul>
      <div className="row">
        <Form
          className="row"
          label={`New member of ${name}`}
          draft={`member of ${id}`}
          initial={NEW_MEMBER}
          schema={WorkspaceMemberCreateParamsSchema}
          action="Add"
          onSubmit={add}
        >
          <SelectField
            name="user_id"
            label={`Add to ${name}`}
            isBare
            none="Select a member"
            options={others.map((user) => [user.id, user.name])}
          />
          <SelectField name="workspace_role" label={`Role in ${name}`} isBare options={WORKSPACE_ROLES} />
        </Form>
        <CsvButton
          name={`members of ${name}`}
          columns={['workspace_id', 'user_id', 'name', 'workspace_role']}
          rows={() =>
            (members ?? []).map((member) => ({ ...member, name: people.get(member.user_id)?.name }))
          }
        />
      </div>
    </div>
  );
}
