import { useMemo } from 'react';
import type { AssignableRole, User } from '@parlance/schemas';
import { IconButton } from '../ui/button.js';
import { CsvButton } from '../ui/csv-button.js';
import { Empty } from '../ui/empty.js';
import { SearchFilter } from '../ui/filters.js';
import { Select } from '../ui/select.js';
import { formatDay, words } from '../ui/format.js';
import { pageOfRows, Pages } from '../ui/pages.js';
import { SortHeader, sortRows, useSorting } from '../ui/sorted.js';
import { HiddenHeader, Table } from '../ui/table.js';
import { useView } from '../ui/view.js';
import { containsWords } from '../../server/chat-search.js';
import { ROLES } from '../../server/organization-roles.js';
import type { PendingChanges } from './pending-changes.js';

interface Props {
  readonly users: readonly User[];
  readonly pending: PendingChanges;
}

/** The members of the organization and their roles. */
export function MembersTab({ users, pending }: Props) {
  const [{ search, role, page }, setView] = useView({ search: '', role: '', page: '1' });
  const sorting = useSorting<'name' | 'email' | 'role' | 'added_at'>('name');
  const { column, descending } = sorting;
  const sorted = useMemo(() => sortRows(users, { column, descending }), [users, column, descending]);
  const found = sorted.filter(
    (user) => containsWords(`${user.name} ${user.email}`, search) && (role === '' || user.role === role),
  );
  const roles = [...new Set(users.map((user) => user.role))].sort();
  const rows = pageOfRows(Number(page) - 1, found.length);
  const columns = [
    <SortHeader key="name" column="name" label="Name" sorting={sorting} />,
    <SortHeader key="email" column="email" label="Email" sorting={sorting} />,
    <SortHeader key="role" column="role" label="Role" sorting={sorting} />,
    <SortHeader key="added_at" column="added_at" label="Member since" sorting={sorting} />,
    <HiddenHeader key="remove" label="Remove" />,
  ];
  return (
    <div className="stack">
      <div className="row filters">
        <SearchFilter
          label="Search members"
          placeholder="Name or email"
          value={search}
          onChange={(text) => setView({ search: text, page: '1' }, { replace: true })}
        />
        <Select
          label="Filter by role"
          value={role}
          onChange={(next) => setView({ role: next, page: '1' })}
          none="All roles"
          options={roles}
        />
        <CsvButton name="members" columns={['id', 'name', 'email', 'role', 'added_at']} rows={() => found} />
      </div>
      {rows.last > 0 && (
        <Pages label="Pages of members" rows={rows} onPage={(next) => setView({ page: String(next + 1) })} />
      )}
      {found.length === 0 ? (
        <Empty icon="search" title="No matching members" />
      ) : (
        <Table label="Members" columns={columns}>
          {found.slice(rows.start, rows.end).map((user) => (
            <Row key={user.id} user={user} pending={pending} />
          ))}
        </Table>
      )}
    </div>
  );
}

function Row({ user, pending }: { readonly user: User; readonly pending: PendingChanges }) {
  const { id, name, email, role, added_at } = user;
  const key = `user ${id}`;
  const change = pending.changes.find((known) => known.key === key)?.change;
  const shown = (change?.kind === 'user' ? change.role : undefined) ?? role;
  const isAdmin = role === 'admin';
  const setRole = (next: string) => {
    if (next === role) pending.remove(key);
    else {
      const update = { kind: 'user', email, role: next as AssignableRole } as const;
      pending.add({ key, subject: name, before: words(role), after: words(next), change: update });
    }
  };
  return (
    <tr className={change === undefined ? '' : 'pending'}>
      <td>
        <strong>{name}</strong>
      </td>
      <td className="muted">{email}</td>
      <td>
        {isAdmin ? (
          <span className="chip accent" title="The admin role can’t be changed through the API">
            admin
          </span>
        ) : (
          <Select
            label={`Role of ${name}`}
            value={shown}
            onChange={setRole}
            options={new Set([...ROLES, role])}
          />
        )}
      </td>
      <td className="muted nowrap">{formatDay(added_at)}</td>
      <td>
        <IconButton
          icon="trash"
          label={`Remove ${name}`}
          disabled={isAdmin}
          onClick={() =>
            pending.add({
              key,
              subject: name,
              before: 'member',
              after: 'removed',
              change: { kind: 'user', email, absent: true },
            })
          }
        />
      </td>
    </tr>
  );
}
