import { ConfigError, type ClientOptions, type Credential } from '@parlance/core-transport';
import { requireTransport, ServiceClient } from '@parlance/core-transport/internal';
import type { ClientProfile, Transport } from '@parlance/core-transport/internal';
import { complianceNaming } from '@parlance/schemas/compliance';
import { Activities } from './activities.js';
import { Chats } from './chats.js';
import { Artifacts, Files, GeneratedFiles } from './downloads.js';
import { Organizations } from './organizations.js';
import { Projects } from './projects.js';

/** Header that carries the key: `authorization` (as a bearer token) or `x-api-key`. */
export type ComplianceKeyHeader = 'authorization' | 'x-api-key';

/** Options for {@link ComplianceClient}. */
export interface ComplianceClientOptions extends ClientOptions {
  /**
   * Compliance key, or a function that returns one and is called before each attempt. Defaults to the environment
   * variable `PARLANCE_COMPLIANCE_KEY`.
   */
  readonly complianceKey?: Credential | undefined;
  /** Header that carries the key. Defaults to `authorization`. */
  readonly keyHeader?: ComplianceKeyHeader | undefined;
}

/**
 * Client for compliance work: chats of all users, the audit log, downloads, and the directory of organizations and
 * users.
 *
 * Create one client and share it. An idle client does not keep the process alive.
 */
export class ComplianceClient extends ServiceClient<ComplianceClientOptions> {
  /** Lists, reads and deletes chats. */
  readonly chats: Chats;
  /** Reads the audit log. */
  readonly activities: Activities;
  /** Lists organizations and their users. */
  readonly organizations: Organizations;
  /** Lists projects. */
  readonly projects: Projects;
  /** Downloads files that users uploaded to chats. */
  readonly files: Files;
  /** Downloads files that the assistant created. */
  readonly generatedFiles: GeneratedFiles;
  /** Downloads artifacts: documents that the assistant wrote. */
  readonly artifacts: Artifacts;

  /**
   * @param options - See {@link ComplianceClientOptions}.
   * @throws `ConfigError` Names the first option that is missing, unknown or invalid.
   */
  constructor(options?: ComplianceClientOptions);
  constructor(options: ComplianceClientOptions | Transport = {}) {
    super(options, profileOf);
    const { transport } = this;
    this.chats = new Chats(transport);
    this.activities = new Activities(transport);
    this.organizations = new Organizations(transport);
    this.projects = new Projects(transport);
    this.files = new Files(transport);
    this.generatedFiles = new GeneratedFiles(transport);
    this.artifacts = new Artifacts(transport);
  }

  /**
   * Creates a client that shares the transport of another one. Closing either closes both.
   *
   * @param transport - Transport of another client of this kind.
   * @throws {ConfigError} When it is not a transport.
   */
  static from(transport: Transport): ComplianceClient {
    return new ComplianceClient(requireTransport(transport));
  }

  withOptions(options: ComplianceClientOptions): ComplianceClient {
    const profile = options?.keyHeader === undefined ? undefined : profileOf(options);
    return ComplianceClient.from(this.transport.withOptions(options, profile));
  }
}

function profileOf(options: ComplianceClientOptions): ClientProfile {
  const keyHeader = keyHeaderOf((options as ComplianceClientOptions | null)?.keyHeader);
  return { key: 'compliance-key', keyHeader, naming: complianceNaming, options: { keyHeader: ['string'] } };
}

function keyHeaderOf(value: unknown = 'authorization'): ComplianceKeyHeader {
  if (value === 'authorization' || value === 'x-api-key') return value;
  throw new ConfigError('keyHeader', "keyHeader must be 'authorization' or 'x-api-key'");
}
