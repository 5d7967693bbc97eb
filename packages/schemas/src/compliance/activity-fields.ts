/** Fields of every activity. */
import type { ActivityActor } from './activity-actors.js';

/**
 * Fields of every activity, except its type.
 *
 * @source compliance > Activity (audit record)
 */
export interface ActivityFields {
  /** Identifier with the prefix `activity_`. */
  id?: string | undefined;
  /** Who did it. */
  actor: ActivityActor;
  /** RFC 3339 time of the activity. */
  created_at?: string | undefined;
  /** Organization of the activity; null or absent when it has none, such as for a login. */
  organization_id?: string | null | undefined;
  /**
   * The organization as a UUID.
   *
   * @deprecated Kept by the service for older readers; use `organization_id`.
   */
  organization_uuid?: string | null | undefined;
}
