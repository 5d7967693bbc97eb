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
  /** Actor who performed the activity. */
  actor: ActivityActor;
  /** Time of the activity (RFC 3339). */
  created_at?: string | undefined;
  /** Organization of the activity; null or absent if there is none, for example for a login. */
  organization_id?: string | null | undefined;
  /**
   * Organization of the activity, as a UUID.
   *
   * @deprecated Use `organization_id`. The service still sends it for older clients.
   */
  organization_uuid?: string | null | undefined;
}
