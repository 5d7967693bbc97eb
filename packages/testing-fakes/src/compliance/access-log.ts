/** Each request to the compliance API is an activity itself. */
import type { HandledRequest } from '../engine/engine.js';
import { addActivity, keyActorOf } from './activity-records.js';

const COMPLIANCE = '/v1/compliance/';

/**
 * Logs a request as an activity when it went to the compliance API.
 *
 * @param request - The request, answered.
 */
export function logComplianceAccess(request: HandledRequest): void {
  const { world, path, search } = request;
  if (!path.startsWith(COMPLIANCE)) return;
  const actor = keyActorOf(request);
  const details = {
    type: 'compliance_api_accessed',
    actor,
    request_id: request.requestId,
    url: (search === '' ? path : `${path}?${search}`).slice(0, MAX_URL),
    request_method: request.method,
    request_body: null,
    status_code: request.status,
    api_key_id: actor.type === 'api_actor' ? actor.api_key_id : actor.admin_api_key_id,
  } as const;
  addActivity(world, details, 'none');
}

/** A longer URL is cut, so that requests cannot fill the memory. */
const MAX_URL = 2000;
