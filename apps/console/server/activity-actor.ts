import type { ActivityActor } from '@parlance/schemas';

/** Returns a short label for the actor of an activity. */
export function labelOf(actor: ActivityActor): string {
  switch (actor.type) {
    case 'user_actor':
      return actor.email_address;
    case 'vendor_actor':
      return actor.email_address ?? 'vendor';
    case 'api_actor':
      return `key ${actor.api_key_id}`;
    case 'scim_directory_sync_actor':
      return `directory ${actor.directory_id}`;
    case 'admin_api_key_actor':
      return `admin key ${actor.admin_api_key_id}`;
    case 'unauthenticated_user_actor':
      return `${actor.unauthenticated_email_address ?? 'unknown user'} (not signed in)`;
    default:
      return actor.type;
  }
}
