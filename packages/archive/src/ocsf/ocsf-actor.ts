import type { ActivityActor } from '@parlance/schemas/compliance';

/** A user, as OCSF describes one. */
export interface OcsfUser {
  readonly uid?: string | undefined;
  readonly name?: string | undefined;
  readonly email_addr?: string | undefined;
  readonly credential_uid?: string | undefined;
  /** Caption of `type_id`. */
  readonly type: string;
  /** 0: unknown, 1: user, 3: system, 99: other. */
  readonly type_id: number;
}

/** Returns the actor of an activity as a user. The service may leave out the actor of a type that this release does not know. */
export function actorOf(actor: ActivityActor | null | undefined): OcsfUser {
  switch (actor?.type) {
    case 'user_actor': {
      const { user_id: uid, email_address: email_addr } = actor;
      return { uid, name: email_addr, email_addr, type: 'User', type_id: 1 };
    }
    case 'vendor_actor': {
      const email_addr = actor.email_address ?? undefined;
      return { name: email_addr ?? 'vendor', email_addr, type: 'Vendor', type_id: 99 };
    }
    case 'api_actor':
      return keyOf(actor.api_key_id);
    case 'admin_api_key_actor':
      return keyOf(actor.admin_api_key_id);
    case 'scim_directory_sync_actor': {
      const { directory_id: uid } = actor;
      return { uid, name: 'directory synchronization', type: 'System', type_id: 3 };
    }
    case 'unauthenticated_user_actor': {
      const email_addr = actor.unauthenticated_email_address ?? undefined;
      return { name: email_addr ?? 'unauthenticated', email_addr, type: 'Unknown', type_id: 0 };
    }
    default:
      return { name: actor?.type ?? 'unknown', type: 'Unknown', type_id: 0 };
  }
}

function keyOf(id: string): OcsfUser {
  return { uid: id, name: id, credential_uid: id, type: 'System', type_id: 3 };
}

/** Returns where an activity came from. Several classes require it, so it has a name if the service reports no address. */
export function endpointOf(actor: ActivityActor | null | undefined): { ip: string } | { name: string } {
  const { ip_address: ip } = (actor ?? {}) as { ip_address?: unknown };
  return typeof ip === 'string' ? { ip } : { name: 'unknown' };
}
