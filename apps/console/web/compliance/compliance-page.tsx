import { TabPanel, Tabs, useTab } from '../ui/tabs.js';
import { ActivitiesTab } from './activities-tab.js';
import { ChatsTab } from './chats-tab.js';
import './compliance.css';
import { ExportsTab } from './exports-tab.js';

const TABS = [
  { id: 'chats', label: 'Chats' },
  { id: 'activities', label: 'Activities' },
  { id: 'exports', label: 'Exports' },
] as const;

/** The `/compliance` page. */
export function CompliancePage() {
  const [tab, setTab] = useTab(TABS);
  return (
    <div className="page">
      <header>
        <h1>Compliance</h1>
      </header>
      <Tabs label="Compliance" tabs={TABS} current={tab} onChange={setTab} />
      <TabPanel
        current={tab}
        panels={{
          chats: () => <ChatsTab />,
          activities: () => <ActivitiesTab />,
          exports: () => <ExportsTab />,
        }}
      />
    </div>
  );
}
