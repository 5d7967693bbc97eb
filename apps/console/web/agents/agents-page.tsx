import { Tabs } from '../ui/tabs.js';
import { lazily } from '../ui/lazily.js';
import './agents.css';

// Each tab is loaded when it is first opened.
const AgentsTab = lazily(async () => (await import('./agents-tab.js')).AgentsTab);
const SessionsTab = lazily(async () => (await import('./sessions-tab.js')).SessionsTab);
const MemoryTab = lazily(async () => (await import('./memory-tab.js')).MemoryTab);
const VaultsTab = lazily(async () => (await import('./vaults-tab.js')).VaultsTab);
const ProfilesTab = lazily(async () => (await import('./profiles-tab.js')).ProfilesTab);

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
      <header className="row spread">
        <h1>Agents</h1>
      </header>
      <Tabs label="Agents" tabs={TABS} />
    </div>
  );
}
