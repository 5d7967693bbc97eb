import { ConfigError } from '@parlance/core-transport';
import { Transport } from '@parlance/core-transport/internal';
import type { ClientProfile } from '@parlance/core-transport/internal';
import type { ClientOptions, Credential, RateLimits } from '@parlance/core-transport';
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
export class ComplianceClient implements AsyncDisposable {
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
  readonly #transport: Transport;

  /**
   * @param options - See {@link ComplianceClientOptions}; or the transport of another client of this kind, to share it.
   * @throws `ConfigError` Names the first option that is missing, unknown or invalid.
   */
  constructor(options: ComplianceClientOptions | Transport = {}) {
    this.#transport = options instanceof Transport ? options : new Transport(options, profileOf(options));
    this.chats = new Chats(this.#transport);
    this.activities = new Activities(this.#transport);
    this.organizations = new Organizations(this.#transport);
    this.projects = new Projects(this.#transport);
    this.files = new Files(this.#transport);
    this.generatedFiles = new GeneratedFiles(this.#transport);
    this.artifacts = new Artifacts(this.#transport);
  }

  /**
   * Creates a client with other options. It shares this client's connections, rate limiter and retry budget, unless the key
   * or the address changes, and is closed on its own.
   *
   * @param options - Options to change. The members of `timeouts`, `retry`, `rateLimit` and `headers` are merged one by
   *   one; every other option replaces the earlier one.
   * @throws `ConfigError` When an option is unknown or invalid; names the first one.
   */
  withOptions(options: ComplianceClientOptions): ComplianceClient {
    const transport = this.#transport.withOptions(
      options,
      options?.keyHeader === undefined ? undefined : profileOf(options),
    );
    return new ComplianceClient(transport);
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

  /** Calls {@link ComplianceClient.close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
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
