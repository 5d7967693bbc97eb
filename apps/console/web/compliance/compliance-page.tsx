import { Tabs } from '../ui/tabs.js';
import { ActivitiesTab } from './activities-tab.js';
import { ChatsTab } from './chats-tab.js';
import './compliance.css';
import { ExportsTab } from './exports-tab.js';

const TABS = [
  { id: 'chats', label: 'Chats', panel: () => <ChatsTab /> },
  { id: 'activities', label: 'Activities', panel: () => <ActivitiesTab /> },
  { id: 'exports', label: 'Exports', panel: () => <ExportsTab /> },
];

/** The `/compliance` page. */
export function CompliancePage() {
  return (
    <div className="page">
      <header className="row spread">
        <h1>Compliance</h1>
      </header>
      <Tabs label="Compliance" tabs={TABS} />
    </div>
  );
}
