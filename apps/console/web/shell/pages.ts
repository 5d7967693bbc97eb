import type { ComponentType } from 'react';
import type { PagePath } from '../../server/page-paths.js';
import type { IconName } from '../ui/icon.js';
import { lazily } from '../ui/lazily.js';

/** A page of the console, loaded when it is first opened. */
export interface PageEntry {
  readonly path: PagePath;
  readonly title: string;
  readonly icon: IconName;
  /** Key that opens the page when pressed after `g`. */
  readonly key: string;
  readonly component: ComponentType;
}

const COMPONENTS: Readonly<Record<PagePath, ComponentType>> = {
  '/': lazily(async () => (await import('../home/home-page.js')).HomePage),
  '/chat': lazily(async () => (await import('../chat/chat-page.js')).ChatPage),
  '/batches': lazily(async () => (await import('../batches/batches-page.js')).BatchesPage),
  '/agents': lazily(async () => (await import('../agents/agents-page.js')).AgentsPage),
  '/compliance': lazily(async () => (await import('../compliance/compliance-page.js')).CompliancePage),
  '/admin': lazily(async () => (await import('../admin/admin-page.js')).AdminPage),
  '/usage': lazily(async () => (await import('../usage/usage-page.js')).UsagePage),
  '/service': lazily(async () => (await import('../service/service-page.js')).ServicePage),
  '/requests': lazily(async () => (await import('../requests/requests-page.js')).RequestsPage),
};

const ENTRIES: readonly Omit<PageEntry, 'component'>[] = [
  { path: '/', title: 'Home', icon: 'home', key: 'h' },
  { path: '/chat', title: 'Chat', icon: 'chat', key: 'c' },
  { path: '/batches', title: 'Batches', icon: 'batches', key: 'b' },
  { path: '/agents', title: 'Agents', icon: 'agents', key: 'e' },
  { path: '/compliance', title: 'Compliance', icon: 'compliance', key: 'o' },
  { path: '/admin', title: 'Admin', icon: 'admin', key: 'a' },
  { path: '/usage', title: 'Usage', icon: 'usage', key: 'u' },
  { path: '/service', title: 'Service', icon: 'service', key: 's' },
  { path: '/requests', title: 'Requests', icon: 'requests', key: 'r' },
];

/** All pages, in navigation order. */
export const PAGES: readonly PageEntry[] = ENTRIES.map((entry) => ({
  ...entry,
  component: COMPONENTS[entry.path],
}));
