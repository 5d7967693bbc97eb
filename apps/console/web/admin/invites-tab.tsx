import type { AssignableRole, Invite } from '@parlance/schemas';
import { InviteCreateParamsSchema } from '@parlance/schemas/validation';
import { Button, Toggle } from '../ui/button.js';
import { CsvButton } from '../ui/csv-button.js';
import { Empty } from '../ui/empty.js';
import { TextField } from '../ui/fields.js';
import { SelectField } from '../ui/select-field.js';
import { Form } from '../ui/form.js';
import { formatDaysFromNow, formatTime, words } from '../ui/format.js';
import { StatusChip, statusOf } from '../ui/status.js';
import { HiddenHeader, Table } from '../ui/table.js';
import { useView } from '../ui/view.js';
import { ROLES } from '../../server/organization-roles.js';
import { admin } from '../sdk/admin.js';
import type { PendingChanges } from './pending-changes.js';

interface Props {
  readonly invites: readonly Invite[];
  readonly pending: PendingChanges;
  /** The service's time, in milliseconds since 1970. */
  readonly now: number;
  /** Loads the invites again. */
  readonly onInvited: () => Promise<unknown>;
}

const COLUMNS = [
  'Email',
  'Status',
  'Role',
  'Invited',
  'Expires',
  <HiddenHeader key="revoke" label="Revoke" />,
];

/** Invites, newest first, filtered by status, and a form for a new one. */
export function InvitesTab({ invites, pending, now, onInvited }: Props) {
  const [{ status }, setView] = useView({ status: '' });
  const statuses = [...new Set(invites.map((invite) => invite.status))];
  const shown = invites
    .filter((invite) => status === '' || invite.status === status)
    .toSorted((a, b) => b.invited_at.localeCompare(a.invited_at));
  return (
    <div className="stack">
      <InviteForm onInvited={onInvited} />
      <div className="row filters" role="group" aria-label="Filter by status">
        {['', ...statuses].map((option) => (
          <Toggle key={option} isOn={option === status} onClick={() => setView({ status: option })}>
            {option === '' ? 'all' : statusOf('invite', option)[0]}{' '}
            <span className="muted numbers">
              {option === '' ? invites.length : invites.filter((invite) => invite.status === option).length}
            </span>
          </Toggle>
        ))}
        <CsvButton
          name="invites"
          columns={['id', 'email', 'status', 'role', 'invited_at', 'expires_at']}
          rows={() => shown}
        />
      </div>
      {shown.length === 0 ? (
        <Empty icon="admin" title="No invites">
          <p>Invite somebody above.</p>
        </Empty>
      ) : (
        <Table label="Invites" columns={COLUMNS}>
          {shown.map((invite) => (
            <Row key={invite.id} invite={invite} pending={pending} now={now} />
          ))}
        </Table>
      )}
    </div>
  );
}

function Row({ invite, pending, now }: Pick<Props, 'pending' | 'now'> & { readonly invite: Invite }) {
  const { id, email, status, role, invited_at, expires_at } = invite;
  const key = `invite ${id}`;
  const [mailbox, host] = email.split('@');
  const revoke = () =>
    pending.add({
      key,
      subject: email,
      before: statusOf('invite', 'pending')[0],
      after: statusOf('invite', 'deleted')[0],
      change: { kind: 'user', email, absent: true },
    });
  return (
    <tr className={pending.changes.some((change) => change.key === key) ? 'pending' : ''}>
      <td>
        {mailbox}
        <wbr />@{host}
      </td>
      <td>
        <StatusChip of="invite" is={status} />
      </td>
      <td className="muted">{words(role)}</td>
      <td className="muted nowrap" title={formatTime(invited_at)}>
        {formatDaysFromNow(invited_at, now)}
      </td>
      <td className="muted nowrap" title={formatTime(expires_at)}>
        {status === 'pending' ? formatDaysFromNow(expires_at, now) : '–'}
      </td>
      <td>
        {status === 'pending' && (
          <Button size="tiny" onClick={revoke} aria-label={`Revoke invite for ${email}`}>
            Revoke
          </Button>
        )}
      </td>
    </tr>
  );
}

const EMPTY = { email: '', role: 'user' as AssignableRole };

function InviteForm({ onInvited }: Pick<Props, 'onInvited'>) {
  return (
    <Form
      className="inline-form"
      draft="invite"
      initial={EMPTY}
      schema={InviteCreateParamsSchema}
      action="Invite"
      onSubmit={(params) => admin.invites.create(params).then(onInvited)}
    >
      <TextField
        name="email"
        label="Email to invite"
        type="email"
        placeholder="name@example.com"
        required
        isFirst
      />
      <SelectField name="role" label="Role of the invitee" options={ROLES} />
    </Form>
  );
}
