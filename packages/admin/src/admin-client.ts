import type { ClientOptions, Credential } from '@parlance/core-transport';
import { requireTransport, ServiceClient, type Transport } from '@parlance/core-transport/internal';
import { adminNaming } from '@parlance/schemas/admin';
import { ApiKeys } from './api-keys.js';
import { ComplianceSettingsResource } from './compliance-settings.js';
import { Groups } from './groups.js';
import { Invites } from './invites.js';
import { Organization } from './organization.js';
import { OrganizationRateLimits } from './rate-limits.js';
import { CostReports, UsageReports } from './reports.js';
import { Roles } from './roles.js';
import { SpendLimits } from './spend-limits.js';
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
export class AdminClient extends ServiceClient<AdminClientOptions> {
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
  /** Groups of members. */
  readonly groups: Groups;
  /** Roles that groups grant. */
  readonly roles: Roles;
  /** What members, workspaces and the organization may spend. */
  readonly spendLimits: SpendLimits;
  /** Token usage of the organization. */
  readonly usage: UsageReports;
  /** Costs of the organization. */
  readonly cost: CostReports;
  /** Whether the Compliance API is enabled. */
  readonly complianceSettings: ComplianceSettingsResource;
  /** Webhook endpoints of the organization. */
  readonly webhooks: Webhooks;

  /**
   * @param options - See {@link AdminClientOptions}.
   * @throws `ConfigError` Names the first option that is missing, unknown or invalid.
   */
  constructor(options?: AdminClientOptions);
  constructor(options: AdminClientOptions | Transport = {}) {
    super(options, () => ({ key: 'admin-key', naming: adminNaming }));
    const { transport } = this;
    this.organization = new Organization(transport);
    this.invites = new Invites(transport);
    this.users = new Users(transport);
    this.workspaces = new Workspaces(transport);
    this.apiKeys = new ApiKeys(transport);
    this.rateLimits = new OrganizationRateLimits(transport);
    this.groups = new Groups(transport);
    this.roles = new Roles(transport);
    this.spendLimits = new SpendLimits(transport);
    this.usage = new UsageReports(transport);
    this.cost = new CostReports(transport);
    this.webhooks = new Webhooks(transport);
    this.complianceSettings = new ComplianceSettingsResource(transport);
  }

  /**
   * Creates a client that shares the transport of another one. Closing either closes both.
   *
   * @param transport - Transport of another client of this kind.
   * @throws {ConfigError} When it is not a transport.
   */
  static from(transport: Transport): AdminClient {
    return new AdminClient(requireTransport(transport));
  }

  withOptions(options: AdminClientOptions): AdminClient {
    return AdminClient.from(this.transport.withOptions(options));
  }
}
