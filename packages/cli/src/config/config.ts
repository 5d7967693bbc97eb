/** The configuration file `parlance.config.ts`. */
import type {
  ActivityExportOptions,
  ApproverPolicy,
  ChatExportOptions,
  Compression,
  ExportSource,
  RetentionCaps,
  RetentionRule,
  Sink,
} from '@parlance/archive';
import type { ClientOptions } from '@parlance/core-transport';
import type { OrganizationGuards } from '@parlance/reconcile';
import type { Naming } from '@parlance/schemas';

/** Where a key comes from. The key itself is never part of the configuration. */
export type KeySource =
  | {
      /** File that contains the key. It is read again for each request, so the key can be rotated. */
      readonly file: string;
    }
  | {
      /** Command that prints the key on its first line. It runs again after five minutes, so the key can be rotated. */
      readonly command: string;
    };

/** Keys of the slices. The environment variables and the options of a command take precedence. */
export interface KeySources {
  /** Key for inference and managed agents. Default: the environment variable `PARLANCE_API_KEY`. */
  readonly api?: KeySource | undefined;
  /** Admin key. Default: the environment variable `PARLANCE_ADMIN_KEY`. */
  readonly admin?: KeySource | undefined;
  /** Compliance key. Default: the environment variable `PARLANCE_COMPLIANCE_KEY`. */
  readonly compliance?: KeySource | undefined;
}

/** What `parlance export` reads and where it writes, besides the archive folder. */
export interface ExportConfig {
  /** Name of the export in the store. Default: `default`. */
  readonly name?: string | undefined;
  /** What to read. Default: `directory()`, `activities()`, `chats()`, `messages()` and `files()`. */
  readonly sources?: readonly ExportSource[] | undefined;
  /** How activities are read. */
  readonly activities?: ActivityExportOptions | undefined;
  /** How chats are read. */
  readonly chats?: ChatExportOptions | undefined;
  /** What is read first. Default: `people-first`. */
  readonly order?: 'people-first' | 'newest-first' | undefined;
  /**
   * Database for `parlance search`, which the export keeps up to date. Default: the environment variable `PARLANCE_SEARCH_FILE`, else none.
   */
  readonly searchFile?: string | undefined;
  /** Destinations in addition to the archive folder and the database. */
  readonly sinks?: readonly Sink[] | undefined;
  /** Compresses the files of the archive. Default: not compressed. */
  readonly compress?: Compression | undefined;
  /** Number of windows and partitions that are read at the same time by this process. Default 4. */
  readonly concurrency?: number | undefined;
  /**
   * Upper bound of the requests per minute of all processes with this store. Default: the limit that the service reports, and 300 while
   * it reports none.
   */
  readonly requestsPerMinute?: number | undefined;
  /** Share of the rate limit that is left to other tools, from 0 to below 1. Default 0.1. */
  readonly reserve?: number | undefined;
}

/** The policy of `parlance retention`. */
export interface RetentionConfig {
  /** Rules, in order; the first one that applies to a chat decides. */
  readonly rules: readonly RetentionRule[];
  /** Who must approve plans, with the public keys that they sign with; `none` if plans are applied without an approval. */
  readonly approvers: ApproverPolicy | 'none';
  /** Days for which a plan can be applied. Default 7. */
  readonly expiresInDays?: number | undefined;
  /** Whether to delete chats whose files are not archived. Default false. */
  readonly allowMissingFiles?: boolean | undefined;
  /** What no run may exceed. The options `--max-chats` and `--max-chats-per-user` can only lower it. */
  readonly caps?: RetentionCaps | undefined;
}

/** The organization, for `parlance org` and `parlance offboard`. */
export interface OrganizationConfig {
  /** Files that say what the organization should be. Default: the arguments of the command. */
  readonly files?: readonly string[] | undefined;
  /** Limits that only an approved plan may exceed. */
  readonly guards?: OrganizationGuards | undefined;
  /** Who approves plans that do it; with `none`, such plans are refused. Default: `none`. */
  readonly approvers?: ApproverPolicy | 'none' | undefined;
  /** Days for which a plan can be applied. Default 7. */
  readonly expiresInDays?: number | undefined;
  /** Limit of the service, from which the duration of a plan is computed. Default 600. */
  readonly requestsPerMinute?: number | undefined;
}

/** Configuration of `parlance`. Options and environment variables take precedence over it. Paths are relative to its folder. */
export interface ParlanceConfig {
  /** URL of the service. Default: the environment variable `PARLANCE_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Allows plain http to hosts other than loopback addresses. Default false. */
  readonly allowInsecure?: boolean | undefined;
  /** Names that the deployment uses on the wire. Default: the environment variable `PARLANCE_NAMING`. */
  readonly naming?: Naming | undefined;
  /** Where the keys come from. */
  readonly keys?: KeySources | undefined;
  /**
   * Store for progress, leases and shared limits: `sqlite:FILE`, or the URL of a PostgreSQL database. Default: the environment
   * variable `PARLANCE_STORE`, else `sqlite:./parlance.db`.
   */
  readonly store?: string | undefined;
  /** Folder of the archive. Default: the environment variable `PARLANCE_ARCHIVE`, else `./archive`. */
  readonly archive?: string | undefined;
  /** Records spans and metrics of all requests: `openTelemetry()` of `@parlance/core-transport/telemetry`. Default: none. */
  readonly telemetry?: ClientOptions['telemetry'];
  /** Called when a command ends, for example to send the spans that were recorded. Its errors are warnings. */
  readonly onEnd?: (() => Promise<void>) | undefined;
  /** The export. By default it reads everything: directory, activities, chats, messages and files. */
  readonly export?: ExportConfig | undefined;
  /** The retention policy. Without it, nothing is planned or deleted. */
  readonly retention?: RetentionConfig | undefined;
  /** Files with the desired state of the organization, and guards for its plans. */
  readonly organization?: OrganizationConfig | undefined;
}

/**
 * Types the configuration, in `parlance.config.ts`: `export default defineConfig({ ... })`.
 *
 * @param config - The configuration.
 * @returns The same object.
 */
export function defineConfig(config: ParlanceConfig): ParlanceConfig {
  return config;
}
