/** What every activity has. */
import type { ActivityActor } from './activity-actors.js';

/**
 * Fields of every activity besides its type.
 *
 * @source compliance > Activity (audit record)
 */
export interface ActivityFields {
  /** Identifier with the prefix `activity_`. */
  id?: string | undefined;
  /** Who did it. */
  actor: ActivityActor;
  /** RFC 3339 time at which it occurred. */
  created_at?: string | undefined;
  /** Organization it belongs to; null or absent when it belongs to none, as a login does. */
  organization_id?: string | null | undefined;
  /**
   * The organization as a UUID.
   *
   * @deprecated Kept by the service for older readers; use `organization_id`.
   */
  organization_uuid?: string | null | undefined;
}
