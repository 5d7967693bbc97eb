import { ConfigError } from '@parlance/core-transport';
import { Transport } from '@parlance/core-transport/internal';
import type { ClientOptions, Credential, RateLimits } from '@parlance/core-transport';
import { complianceNaming } from '@parlance/schemas/compliance';
import { Activities } from './activities.js';
import { Chats } from './chats.js';
import { Artifacts, Files, GeneratedFiles } from './downloads.js';
import { Organizations } from './organizations.js';
import { Projects } from './projects.js';

/** Header that carries the key: `Authorization: Bearer`, or `x-api-key`. */
export type ComplianceKeyHeader = 'authorization' | 'x-api-key';

/** Options of {@link ComplianceClient}. */
export interface ComplianceClientOptions extends ClientOptions {
  /**
   * Compliance key, or a function that returns it, called for each attempt. Default: the variable
   * `PARLANCE_COMPLIANCE_KEY`.
   */
  readonly complianceKey?: Credential | undefined;
  /** Header that carries the key. Default `authorization`. */
  readonly keyHeader?: ComplianceKeyHeader | undefined;
}

/**
 * Client for compliance: chats across users, the audit log, downloads, the directory.
 *
 * An idle client never keeps a process alive.
 */
export class ComplianceClient implements AsyncDisposable {
  /** Chats: metadata, messages, deletion. */
  readonly chats: Chats;
  /** Activities: the audit log. */
  readonly activities: Activities;
  /** The directory of organizations and their users. */
  readonly organizations: Organizations;
  /** Projects. */
  readonly projects: Projects;
  /** Files that users uploaded. */
  readonly files: Files;
  /** Files that the assistant made. */
  readonly generatedFiles: GeneratedFiles;
  /** Artifacts. */
  readonly artifacts: Artifacts;
  readonly #transport: Transport;

  /**
   * @param options - See {@link ComplianceClientOptions}.
   * @throws `ConfigError` Naming the first option that is missing, unknown or wrong.
   */
  constructor(options: ComplianceClientOptions = {}) {
    const keyHeader = keyHeaderOf(options.keyHeader);
    this.#transport = new Transport(options, {
      key: 'compliance-key',
      keyHeader,
      naming: complianceNaming,
      options: { keyHeader: ['string'] },
    });
    this.chats = new Chats(this.#transport);
    this.activities = new Activities(this.#transport);
    this.organizations = new Organizations(this.#transport);
    this.projects = new Projects(this.#transport);
    this.files = new Files(this.#transport);
    this.generatedFiles = new GeneratedFiles(this.#transport);
    this.artifacts = new Artifacts(this.#transport);
  }

  /** Rate limits from the most recent response that included them. */
  get limits(): RateLimits {
    return this.#transport.limits;
  }

  /** Aborts in-flight requests, rejects new ones and closes all connections. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /** The same as {@link ComplianceClient.close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function keyHeaderOf(given: unknown = 'authorization'): ComplianceKeyHeader {
  if (given === 'authorization' || given === 'x-api-key') return given;
  throw new ConfigError('keyHeader', 'keyHeader must be authorization or x-api-key');
}
