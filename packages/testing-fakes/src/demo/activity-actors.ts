/** Actors of the demo's activities. */
import type {
  ActivityAdminApiKeyActor,
  ActivityApiActor,
  ActivityScimDirectorySyncActor,
  ActivityUnauthenticatedUserActor,
  ActivityUserActor,
  ActivityVendorActor,
} from '@parlance/schemas';
import type { StoredUser } from '../organization/directory.js';
import type { DemoSource } from './ids.js';

/** One actor of each type, and one per person. */
export interface DemoActors {
  /** Returns the actor of a person. All activities of a person share one object, to save memory. */
  readonly user: (index: number) => ActivityUserActor;
  readonly vendor: ActivityVendorActor;
  readonly api: ActivityApiActor;
  readonly sync: ActivityScimDirectorySyncActor;
  readonly adminKey: ActivityAdminApiKeyActor;
  readonly stranger: ActivityUnauthenticatedUserActor;
}

const AGENTS = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:138.0) Gecko/20100101 Firefox/138.0',
];

/**
 * Creates the actors. Their IP addresses are from the networks reserved for documentation.
 *
 * @param people - Members of the organization.
 * @param options - Source of ids, and the id of the API key.
 */
export function demoActors(
  people: readonly StoredUser[],
  { source, apiKeyId }: { readonly source: DemoSource; readonly apiKeyId: string },
): DemoActors {
  const users = people.map((user, index): ActivityUserActor => ({
    type: 'user_actor',
    email_address: user.email,
    ip_address: `203.0.113.${(index % 254) + 1}`,
    user_agent: AGENTS[index % AGENTS.length] as string,
    user_id: user.id,
  }));
  return {
    user: (index) => users[index % users.length] as ActivityUserActor,
    vendor: { type: 'vendor_actor', email_address: null },
    api: {
      type: 'api_actor',
      api_key_id: apiKeyId,
      ip_address: '198.51.100.20',
      user_agent: 'nightly-reports/1.4',
    },
    sync: {
      type: 'scim_directory_sync_actor',
      directory_id: source.id('directory_'),
      provider_event_id: source.id('event_'),
      idp_connection_type: 'generic-saml',
    },
    adminKey: { type: 'admin_api_key_actor', admin_api_key_id: source.id('apikey_') },
    stranger: {
      type: 'unauthenticated_user_actor',
      unauthenticated_email_address: 'ines.moreau@example.com',
      ip_address: '192.0.2.77',
      user_agent: AGENTS[1] as string,
    },
  };
}
