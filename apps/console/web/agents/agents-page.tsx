import { Tabs } from '../ui/tabs.js';
import { AgentsTab } from './agents-tab.js';
import './agents.css';
import { MemoryTab } from './memory-tab.js';
import { ProfilesTab } from './profiles-tab.js';
import { SessionsTab } from './sessions-tab.js';
import { VaultsTab } from './vaults-tab.js';

const TABS = [
  { id: 'agents', label: 'Agents', panel: () => <AgentsTab /> },
  { id: 'sessions', label: 'Sessions', panel: () => <SessionsTab /> },
  { id: 'memory', label: 'Memory', panel: () => <MemoryTab /> },
  { id: 'vaults', label: 'Vaults', panel: () => <VaultsTab /> },
  { id: 'profiles', label: 'User profiles', panel: () => <ProfilesTab /> },
];

/** The `/agents` page. */
export function AgentsPage() {
  return (
    <div className="page">
      <header>
        <h1>Agents</h1>
      </header>
      <Tabs label="Agents" tabs={TABS} />
    </div>
  );
}
