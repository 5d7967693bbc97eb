import { lazy, type ComponentType } from 'react';
import type { PagePath } from '../../server/page-paths.js';
import type { IconName } from '../ui/icon.js';

/** A page of the console, loaded when it is first opened. */
export interface PageEntry {
  readonly path: PagePath;
  readonly title: string;
  readonly icon: IconName;
  /** Key that opens the page when pressed after `g`. */
  readonly key: string;
  readonly component: ComponentType;
}

/** All pages, in navigation order. */
export const PAGES: readonly PageEntry[] = [
  {
    path: '/',
    title: 'Home',
    icon: 'home',
    key: 'h',
    component: lazy(async () => ({ default: (await import('../home/home-page.js')).HomePage })),
  },
  {
    path: '/chat',
    title: 'Chat',
    icon: 'chat',
    key: 'c',
    component: lazy(async () => ({ default: (await import('../chat/chat-page.js')).ChatPage })),
  },
  {
    path: '/batches',
    title: 'Batches',
    icon: 'batches',
    key: 'b',
    component: lazy(async () => ({ default: (await import('../batches/batches-page.js')).BatchesPage })),
  },
  {
    path: '/agents',
    title: 'Agents',
    icon: 'agents',
    key: 'e',
    component: lazy(async () => ({ default: (await import('../agents/agents-page.js')).AgentsPage })),
  },
  {
    path: '/compliance',
    title: 'Compliance',
    icon: 'compliance',
    key: 'o',
    component: lazy(async () => ({
      default: (await import('../compliance/compliance-page.js')).CompliancePage,
    })),
  },
  {
    path: '/admin',
    title: 'Admin',
    icon: 'admin',
    key: 'a',
    component: lazy(async () => ({ default: (await import('../admin/admin-page.js')).AdminPage })),
  },
  {
    path: '/usage',
    title: 'Usage',
    icon: 'usage',
    key: 'u',
    component: lazy(async () => ({ default: (await import('../usage/usage-page.js')).UsagePage })),
  },
  {
    path: '/service',
    title: 'Service',
    icon: 'service',
    key: 's',
    component: lazy(async () => ({ default: (await import('../service/service-page.js')).ServicePage })),
  },
  {
    path: '/requests',
    title: 'Requests',
    icon: 'requests',
    key: 'r',
    component: lazy(async () => ({ default: (await import('../requests/requests-page.js')).RequestsPage })),
  },
];
