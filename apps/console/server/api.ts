/** The routes that the page calls, one family per file. Their types are the types of the page's client in web/api.ts. */
import { Hono } from 'hono';
import { activityRoutes } from './activities.js';
import { adminRoutes } from './admin.js';
import { agentRoutes } from './agents.js';
import type { Backend } from './backend.js';
import { batchRoutes } from './batches.js';
import { chatRoutes } from './chat.js';
import { complianceRoutes } from './compliance.js';
import { exportRoutes } from './export-routes.js';
import type { Exports } from './exports.js';
import { FaultPanel } from './fault-panel.js';
import { inspectorRoutes } from './inspector-routes.js';
import { memoryRoutes } from './memory.js';
import { faultRoutes, serviceRoutes } from './service.js';
import { resourceRoutes } from './session-resources.js';
import { sessionRoutes } from './sessions.js';
import type { Traffic } from './traffic.js';
import { profileRoutes } from './user-profiles.js';
import { usageRoutes } from './usage.js';
import { credentialRoutes, vaultRoutes } from './vaults.js';

/**
 * Creates the routes. All of them are POST with a JSON body, so that no link or form on another site can trigger one.
 */
export function createApi(backend: Backend, exports: Exports, traffic: Traffic) {
  const panel = new FaultPanel(backend);
  return new Hono()
    .route('/service', serviceRoutes(backend, traffic, panel))
    .route('/faults', faultRoutes(panel))
    .route('/chat', chatRoutes(backend))
    .route('/batches', batchRoutes(backend))
    .route('/usage', usageRoutes(backend))
    .route('/compliance', complianceRoutes(backend))
    .route('/activities', activityRoutes(backend))
    .route('/exports', exportRoutes(exports))
    .route('/admin', adminRoutes(backend))
    .route('/agents', agentRoutes(backend))
    .route('/sessions', sessionRoutes(backend))
    .route('/resources', resourceRoutes(backend))
    .route('/memory', memoryRoutes(backend))
    .route('/vaults', vaultRoutes(backend))
    .route('/credentials', credentialRoutes(backend))
    .route('/profiles', profileRoutes(backend))
    .route('/inspector', inspectorRoutes(backend));
}

/** The type of the routes, for the page's client. */
export type ConsoleApi = ReturnType<typeof createApi>;
