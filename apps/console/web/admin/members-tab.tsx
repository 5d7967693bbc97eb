import type { AssignableRole, User } from '@parlance/schemas';
import { CsvButton } from '../ui/csv-button.js';
import { Empty } from '../ui/empty.js';
import { formatDay, words } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { SortHeader, sortRows, useSorting } from '../ui/sorted.js';
import { useView } from '../ui/view.js';
import type { PendingChanges } from './pending-changes.js';
import { ROLES } from './roles.js';

interface Props {
  readonly users: readonly User[];
  readonly pending: PendingChanges;
}

/** The members of the organization and their roles. */
export function MembersTab({ users, pending }: Props) {
  const [{ search, role }, setView] = useView({ search: '', role: '' });
  const sorting = useSorting<'name' | 'email' | 'role' | 'added_at'>('name');
  const matching = users.filter(
    (user) =>
      `${user.name} ${user.email}`.toLowerCase().includes(search.toLowerCase()) &&
      (role === '' || user.role === role),
  );
  const found = sortRows(matching, sorting);
  return (
    <div className="stack">
      <div className="filters">
        <input
          className="input search"
          type="search"
          data-first-input
          aria-label="Search members"
          placeholder="Name or email"
          value={search}
          onChange={(event) => setView({ search: event.target.value }, { replace: true })}
        />
        <select
          className="input"
          aria-label="Filter by role"
          value={role}
          onChange={(event) => setView({ role: event.target.value })}
        >
          <option value="">All roles</option>
          {[...new Set(users.map((user) => user.role))].sort().map((known) => (
            <option key={known} value={known}>
              {words(known)}
            </option>
          ))}
        </select>
        <CsvButton
          name="members"
          columns={['id', 'name', 'email', 'role', 'added_at']}
          rows={() => found.map((user) => [user.id, user.name, user.email, user.role, user.added_at])}
        />
      </div>
      {found.length === 0 ? (
        <Empty icon="search" title="No matching members" />
      ) : (
        <div className="card table-frame" tabIndex={0} role="region" aria-label="Members">
          <table className="table">
            <thead>
              <tr>
                <SortHeader column="name" label="Name" sorting={sorting} />
                <SortHeader column="email" label="Email" sorting={sorting} />
                <SortHeader column="role" label="Role" sorting={sorting} />
                <SortHeader column="added_at" label="Member since" sorting={sorting} />
                <th scope="col">
                  <span className="visually-hidden">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {found.map((user) => (
                <Row key={user.id} user={user} pending={pending} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function Row({ user, pending }: { readonly user: User; readonly pending: PendingChanges }) {
  const { id, name, email, role, added_at } = user;
  const key = `user ${id}`;
  const change = pending.changes.find((known) => known.key === key)?.change;
  const shown = change?.kind === 'role' ? change.role : role;
  const isAdmin = role === 'admin';
  const setRole = (next: string) => {
    if (next === role) pending.remove(key);
    else {
      const update = { kind: 'role', userId: id, role: next as AssignableRole } as const;
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
          <select
            className="input tight"
            aria-label={`Role of ${name}`}
            value={shown}
            onChange={(event) => setRole(event.target.value)}
          >
            {[...new Set([...ROLES, role])].map((known) => (
              <option key={known} value={known}>
                {words(known)}
              </option>
            ))}
          </select>
        )}
      </td>
      <td className="muted nowrap">{formatDay(added_at)}</td>
      <td>
        <button
          type="button"
          className="button quiet icon"
          aria-label={`Remove ${name}`}
          disabled={isAdmin}
          onClick={() =>
            pending.add({
              key,
              subject: name,
              before: 'member',
              after: 'removed',
              change: { kind: 'removeUser', userId: id },
            })
          }
        >
          <Icon name="trash" size={16} />
        </button>
      </td>
    </tr>
  );
}
