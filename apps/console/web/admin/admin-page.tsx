import { useQuery } from '@tanstack/react-query';
import { api, query } from '../api.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { TabPanel, Tabs, useTab } from '../ui/tabs.js';
import './admin.css';
import { ChangesTray } from './changes-tray.js';
import { InvitesTab } from './invites-tab.js';
import { MembersTab } from './members-tab.js';
import { usePendingChanges } from './pending-changes.js';
import { WorkspacesTab } from './workspaces-tab.js';

/** The `/admin` page. */
export function AdminPage() {
  const { data, error, refetch } = useQuery(query(api.admin.overview));
  const pending = usePendingChanges(refetch);
  const tabs = [
    { id: 'members', label: `Members ${data?.users.length ?? ''}` },
    { id: 'invites', label: `Invites ${data?.invites.length ?? ''}` },
    { id: 'workspaces', label: `Workspaces ${data?.workspaces.length ?? ''}` },
  ];
  const [tab, setTab] = useTab(tabs);
  return (
    <div className="page">
      <header>
        <h1>Admin</h1>
        <span className="muted">{data?.organization.name}</span>
      </header>
      <Tabs label="Admin" tabs={tabs} current={tab} onChange={setTab} />
      {error !== null && <ProblemNotice problem={error.problem} />}
      {data === undefined && error === null && <Spinner />}
      {data !== undefined && (
        <TabPanel
          current={tab}
          panels={{
            members: () => <MembersTab users={data.users} pending={pending} />,
            invites: () => <InvitesTab {...data} pending={pending} />,
            workspaces: () => <WorkspacesTab {...data} pending={pending} />,
          }}
        />
      )}
      <ChangesTray pending={pending} />
    </div>
  );
}
