import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../api.js';
import { admin } from '../sdk/admin.js';
import { Pending } from '../ui/pending.js';
import { Tabs } from '../ui/tabs.js';
import './admin.css';
import { ChangesTray } from './changes-tray.js';
import { InvitesTab } from './invites-tab.js';
import { MembersTab } from './members-tab.js';
import { usePendingChanges } from './pending-changes.js';
import { WorkspacesTab } from './workspaces-tab.js';

/** The operations behind the page, which the button Code shows. */
const OVERVIEW = ['organization.retrieve', 'users.list', 'invites.list', 'workspaces.list'];

async function overview(signal: AbortSignal) {
  const [organization, users, invites, workspaces] = await Promise.all([
    admin.organization.retrieve({ signal }),
    Array.fromAsync(admin.users.list({ limit: 1000 }, { signal })),
    Array.fromAsync(admin.invites.list({ limit: 1000 }, { signal })),
    Array.fromAsync(admin.workspaces.list({ limit: 1000, include_archived: true }, { signal })),
  ]);
  return { organization, users, invites, workspaces };
}

/** The `/admin` page. */
export function AdminPage() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [OVERVIEW],
    queryFn: ({ signal }) => overview(signal),
  });
  const { data: about } = useQuery(query(api.service.about));
  const pending = usePendingChanges(() =>
    Promise.all([refetch(), client.invalidateQueries({ queryKey: ['workspaces.members.list'] })]),
  );
  const tabs = [
    {
      id: 'members',
      label: `Members ${data?.users.length ?? ''}`,
      panel: () => data && <MembersTab users={data.users} pending={pending} />,
    },
    {
      id: 'invites',
      label: `Invites ${data?.invites.length ?? ''}`,
      panel: () =>
        data &&
        about && <InvitesTab invites={data.invites} now={about.now} pending={pending} onInvited={refetch} />,
    },
    {
      id: 'workspaces',
      label: `Workspaces ${data?.workspaces.length ?? ''}`,
      panel: () => data && <WorkspacesTab {...data} pending={pending} />,
    },
  ];
  return (
    <div className="page">
      <header className="row spread">
        <h1>Admin</h1>
        <span className="muted">{data?.organization.name}</span>
      </header>
      <Tabs label="Admin" tabs={tabs} />
      <Pending error={error} isLoaded={data !== undefined} />
      <ChangesTray pending={pending} />
    </div>
  );
}
