import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../api.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { Tabs } from '../ui/tabs.js';
import './admin.css';
import { ChangesTray } from './changes-tray.js';
import { InvitesTab } from './invites-tab.js';
import { MembersTab } from './members-tab.js';
import { usePendingChanges } from './pending-changes.js';
import { WorkspacesTab } from './workspaces-tab.js';

/** The `/admin` page. */
export function AdminPage() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(query(api.admin.overview));
  const pending = usePendingChanges(() =>
    Promise.all([refetch(), client.invalidateQueries({ queryKey: [api.admin.members.$path()] })]),
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
      panel: () => data && <InvitesTab {...data} pending={pending} />,
    },
    {
      id: 'workspaces',
      label: `Workspaces ${data?.workspaces.length ?? ''}`,
      panel: () => data && <WorkspacesTab {...data} pending={pending} />,
    },
  ];
  return (
    <div className="page">
      <header>
        <h1>Admin</h1>
        <span className="muted">{data?.organization.name}</span>
      </header>
      {error !== null && <ProblemNotice problem={error.problem} />}
      <Tabs label="Admin" tabs={tabs} />
      {data === undefined && error === null && <Spinner />}
      <ChangesTray pending={pending} />
    </div>
  );
}
