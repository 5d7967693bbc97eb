/**
 * The routes that are more than a call of the SDK, one family per file. Their types are the types of the page's client in
 * web/api.ts. All other calls go through pass-through.ts.
 */
import { Hono } from 'hono';
import { activityRoutes } from './activities.js';
import type { Backend } from './backend.js';
import { batchRoutes } from './batches.js';
import { chatRoutes } from './chat.js';
import { complianceRoutes } from './compliance.js';
import { exportRoutes } from './export-routes.js';
import type { Exports } from './exports.js';
import { FaultPanel } from './fault-panel.js';
import { inspectorRoutes } from './inspector-routes.js';
import { organizationRoutes } from './organization.js';
import { faultRoutes, serviceRoutes } from './service.js';
import { sessionRoutes } from './sessions.js';
import type { Traffic } from './traffic.js';

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
    .route('/compliance', complianceRoutes(backend))
    .route('/activities', activityRoutes(backend))
    .route('/exports', exportRoutes(exports))
    .route('/organization', organizationRoutes(backend, exports))
    .route('/sessions', sessionRoutes(backend))
    .route('/inspector', inspectorRoutes(backend));
}

/** The type of the routes, for the page's client. */
export type ConsoleApi = ReturnType<typeof createApi>;
