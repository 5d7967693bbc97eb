import { TabPanel, Tabs, useTab } from '../ui/tabs.js';
import { AgentsTab } from './agents-tab.js';
import './agents.css';
import { MemoryTab } from './memory-tab.js';
import { ProfilesTab } from './profiles-tab.js';
import { SessionsTab } from './sessions-tab.js';
import { VaultsTab } from './vaults-tab.js';

const TABS = [
  { id: 'agents', label: 'Agents' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'memory', label: 'Memory' },
  { id: 'vaults', label: 'Vaults' },
  { id: 'profiles', label: 'User profiles' },
] as const;

/** The `/agents` page. */
export function AgentsPage() {
  const [tab, setTab] = useTab(TABS);
  return (
    <div className="page">
      <header>
        <h1>Agents</h1>
      </header>
      <Tabs label="Agents" tabs={TABS} current={tab} onChange={setTab} />
      <TabPanel
        current={tab}
        panels={{
          agents: () => <AgentsTab />,
          sessions: () => <SessionsTab />,
          memory: () => <MemoryTab />,
          vaults: () => <VaultsTab />,
          profiles: () => <ProfilesTab />,
        }}
      />
    </div>
  );
}
