/**
 * Activities for requests to the compliance API.
 *
 * Rules: CMP-005.
 */
import type { Arrival } from '../engine/arrival.js';
import type { World } from '../world/world.js';
import { addActivity, keyActorOf } from '../organization/activity-records.js';

const COMPLIANCE = '/v1/compliance/';

/**
 * Records an activity for a request to the compliance API. Ignores other requests.
 *
 * @param request - Request whose response starts.
 * @param world - World of the request.
 */
export function logComplianceAccess(request: Arrival, world: World): void {
  const { path, search, keyKind, headers } = request;
  if (!path.startsWith(COMPLIANCE) || keyKind === undefined) return;
  const actor = keyActorOf({ world, keyKind, headers });
  const details = {
    type: 'compliance_api_accessed',
    actor,
    request_id: request.requestId,
    url: (search === '' ? path : `${path}?${search}`).slice(0, MAX_URL),
    request_method: request.method,
    request_body: null,
    status_code: request.status ?? undefined,
    api_key_id: actor.type === 'api_actor' ? actor.api_key_id : actor.admin_api_key_id,
  } as const;
  addActivity(world, details, 'none');
}

/** Maximum length of a stored URL. Longer ones are truncated, so that requests cannot exhaust the memory. */
const MAX_URL = 2000;
