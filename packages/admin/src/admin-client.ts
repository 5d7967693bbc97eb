import { type ClientOptions, type Credential, type RateLimits } from '@parlance/core-transport';
import { Transport } from '@parlance/core-transport/internal';
import { adminNaming } from '@parlance/schemas/admin';
import { ApiKeys } from './api-keys.js';
import { ComplianceSettingsResource } from './compliance-settings.js';
import { Invites } from './invites.js';
import { Organization } from './organization.js';
import { OrganizationRateLimits } from './rate-limits.js';
import { CostReports, UsageReports } from './reports.js';
import { Users } from './users.js';
import { Webhooks } from './webhooks.js';
import { Workspaces } from './workspaces.js';

/** Options for {@link AdminClient}. */
export interface AdminClientOptions extends ClientOptions {
  /**
   * Admin key, or a function that returns one and is called before each attempt. Defaults to the environment variable
   * `PARLANCE_ADMIN_KEY`.
   */
  readonly adminKey?: Credential | undefined;
}

/**
 * Client for managing an organization: its invites, users, workspaces and their members, API keys, rate limits, usage and cost.
 *
 * Create one client and share it. An idle client does not keep the process alive.
 */
export class AdminClient implements AsyncDisposable {
  /** The organization that the admin key belongs to. */
  readonly organization: Organization;
  /** Invites to the organization. */
  readonly invites: Invites;
  /** Members of the organization. */
  readonly users: Users;
  /** Workspaces and their members. */
  readonly workspaces: Workspaces;
  /** API keys of the organization. */
  readonly apiKeys: ApiKeys;
  /** Rate limits of the organization. Those of a workspace are in `workspaces.rateLimits`. */
  readonly rateLimits: OrganizationRateLimits;
  /** Token usage of the organization. */
  readonly usage: UsageReports;
  /** Costs of the organization. */
  readonly cost: CostReports;
  /** Whether the Compliance API is enabled. */
  readonly complianceSettings: ComplianceSettingsResource;
  /** Webhook endpoints of the organization. */
  readonly webhooks: Webhooks;
  readonly #transport: Transport;

  /**
   * @param options - See {@link AdminClientOptions}; or the transport of another client of this kind, to share it.
   * @throws `ConfigError` Names the first option that is missing, unknown or invalid.
   */
  constructor(options: AdminClientOptions | Transport = {}) {
    this.#transport =
      options instanceof Transport
        ? options
        : new Transport(options, { key: 'admin-key', naming: adminNaming });
    this.organization = new Organization(this.#transport);
    this.invites = new Invites(this.#transport);
    this.users = new Users(this.#transport);
    this.workspaces = new Workspaces(this.#transport);
    this.apiKeys = new ApiKeys(this.#transport);
    this.rateLimits = new OrganizationRateLimits(this.#transport);
    this.usage = new UsageReports(this.#transport);
    this.cost = new CostReports(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
    this.complianceSettings = new ComplianceSettingsResource(this.#transport);
  }

  /**
   * Creates a client with other options. It shares this client's connections, rate limiter and retry budget, unless the key
   * or the address changes, and is closed on its own.
   *
   * @param options - Options to change. The members of `timeouts`, `retry`, `rateLimit` and `headers` are merged one by
   *   one; every other option replaces the earlier one.
   * @throws `ConfigError` When an option is unknown or invalid; names the first one.
   */
  withOptions(options: AdminClientOptions): AdminClient {
    return new AdminClient(this.#transport.withOptions(options));
  }

  /** Transport of this client. Use it to call endpoints that the client has no method for. */
  get transport(): Transport {
    return this.#transport;
  }

  /** Rate limits from the most recent response that included them, and the requests waiting for them. */
  get limits(): RateLimits {
    return this.#transport.limits;
  }

  /** Aborts in-flight requests, rejects new ones and closes the connections that no other client uses. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /** Calls {@link AdminClient.close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
