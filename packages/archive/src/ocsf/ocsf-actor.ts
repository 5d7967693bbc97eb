import { isIP } from 'node:net';
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

/** An e-mail address, as OCSF defines it. */
const EMAIL = /^[a-zA-Z0-9!#$%&'*+\-/=?^_`{|}~.]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9-.]+$/;

/** Returns a user with a name and, if it is one, the e-mail address. */
export function userWith(fields: { uid?: string | undefined; email?: unknown; fallback: string }): OcsfUser {
  const { uid, email, fallback } = fields;
  const name = typeof email === 'string' && email !== '' ? email : fallback;
  return { uid, name, email_addr: EMAIL.test(name) ? name : undefined, type: 'User', type_id: 1 };
}

/** Returns the actor of an activity as a user. The service may leave out the actor of a type that this release does not know. */
export function actorOf(actor: ActivityActor | null | undefined): OcsfUser {
  switch (actor?.type) {
    case 'user_actor':
      return userWith({ uid: textOf(actor.user_id), email: actor.email_address, fallback: 'unknown' });
    case 'vendor_actor':
      return { ...userWith({ email: actor.email_address, fallback: 'vendor' }), type: 'Vendor', type_id: 99 };
    case 'api_actor':
      return keyOf(actor.api_key_id);
    case 'admin_api_key_actor':
      return keyOf(actor.admin_api_key_id);
    case 'scim_directory_sync_actor':
      return {
        uid: textOf(actor.directory_id),
        name: 'directory synchronization',
        type: 'System',
        type_id: 3,
      };
    case 'unauthenticated_user_actor': {
      const email = actor.unauthenticated_email_address;
      return { ...userWith({ email, fallback: 'unauthenticated' }), type: 'Unknown', type_id: 0 };
    }
    default:
      return { name: textOf(actor?.type) ?? 'unknown', type: 'Unknown', type_id: 0 };
  }
}

function keyOf(key: unknown): OcsfUser {
  const uid = textOf(key);
  return { uid, name: uid ?? 'unknown', credential_uid: uid, type: 'System', type_id: 3 };
}

/** Returns a value if it is a text: the service's types are not guaranteed at run time. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns where an activity came from. Several classes require it, so it has a name if the service reports no address. */
export function endpointOf(actor: ActivityActor | null | undefined): { ip: string } | { name: string } {
  const { ip_address: ip } = (actor ?? {}) as { ip_address?: unknown };
  if (typeof ip !== 'string' || ip === '') return { name: 'unknown' };
  return isIP(ip) === 0 ? { name: ip } : { ip };
}
