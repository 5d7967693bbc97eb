/** Settings of a command: its options, then the environment, then the configuration file. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { AdminClient } from '@parlance/admin';
import { ComplianceClient, type ComplianceClientOptions } from '@parlance/compliance';
import type { ClientOptions } from '@parlance/core-transport';
import { openStore, type Store, type StoreWait } from '@parlance/durable';
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { inferenceOperations, parseNaming, type Operation } from '@parlance/schemas';
import { CommandError, invalidArguments } from '../command-error.js';
import type { KeySource, ParlanceConfig } from './config.js';
import { KEY_VARIABLES, readKey, type FoundKey, type KeyKind } from './keys.js';
import { loadConfig, type LoadedConfig } from './load-config.js';
import { sqliteFile } from './sqlite-file.js';

/** Values of the options that commands share. */
export interface SharedOptions {
  readonly config?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly naming?: string | undefined;
  readonly store?: string | undefined;
  /** The longest wait for the store, in seconds. */
  readonly maxWait?: number | undefined;
  readonly archive?: string | undefined;
  readonly searchFile?: string | undefined;
  /** One file, or files by the kinds of their keys, as `api=FILE`. */
  readonly keyFile?: string | readonly string[] | undefined;
  /** One command, or commands by the kinds of their keys, as `api=COMMAND`. */
  readonly keyCommand?: string | readonly string[] | undefined;
}

/** Parts of the process that settings come from. */
export interface SettingsContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether a configuration that is found in the current folder may be a program. Default true. */
  readonly findsPrograms?: boolean | undefined;
  /** Called while the store does not respond. */
  readonly onStoreWaiting?: ((wait: StoreWait) => void) | undefined;
  /** Called with the location of a store that existed, without its password. */
  readonly onStoreOpened?: ((location: string) => void) | undefined;
}

/** A client of any service. */
export type ApiClient = AdminClient | ComplianceClient | InferenceClient | ManagedAgentsClient;

const DEFAULT_STORE = 'sqlite:parlance.db';

/** Settings of a command. */
export class Settings {
  /** The configuration file. */
  readonly loaded: LoadedConfig;
  readonly #options: SharedOptions;
  readonly #context: SettingsContext;

  private constructor(loaded: LoadedConfig, options: SharedOptions, context: SettingsContext) {
    this.loaded = loaded;
    this.#options = options;
    this.#context = context;
  }

  /** @throws {CommandError} When the configuration file is invalid. */
  static async load(options: SharedOptions, context: SettingsContext): Promise<Settings> {
    const { cwd, findsPrograms = true } = context;
    const loaded = await loadConfig({ cwd, file: options.config, findsPrograms });
    return new Settings(loaded, options, context);
  }

  /** The configuration file's content. */
  get config(): ParlanceConfig {
    return this.loaded.config;
  }

  /** URL of the service; undefined if it is not set. */
  get baseUrl(): string | undefined {
    return this.#options.baseUrl ?? this.#variable('PARLANCE_BASE_URL') ?? this.config.baseUrl;
  }

  /** URL of the store. It may contain a password. The path of a file is absolute. */
  get storeUrl(): string {
    const { store } = this.#options;
    if (store !== undefined && hasPassword(store))
      throw new CommandError(
        'password_in_option',
        '--store must not contain a password, because other users can see it.',
        { hint: 'Set PARLANCE_STORE instead.' },
      );
    const outside = store ?? this.#variable('PARLANCE_STORE');
    const { config, folder } = this.loaded;
    if (outside === undefined && config.store !== undefined) return inFolder(config.store, folder);
    return inFolder(outside ?? DEFAULT_STORE, this.#context.cwd);
  }

  /** Folder of the archive. */
  get archive(): string {
    const found = this.#path(this.#options.archive, 'PARLANCE_ARCHIVE', this.config.archive);
    return found ?? path.resolve(this.#context.cwd, 'archive');
  }

  /** Database for searching; undefined if there is none. */
  get searchFile(): string | undefined {
    return this.#path(this.#options.searchFile, 'PARLANCE_SEARCH_FILE', this.config.export?.searchFile);
  }

  /** Opens the store, and creates it if it is missing. @throws {StoreError} When it cannot be used. */
  openStore(): Promise<Store> {
    const { maxWait } = this.#options;
    return openStore(this.storeUrl, {
      onWaiting: this.#context.onStoreWaiting,
      ...(maxWait === undefined ? {} : { maxWaitMs: maxWait * 1_000 }),
    });
  }

  /**
   * Opens the store for a command that reads what others have stored: with a wrong address, it must not find an empty one, without holds.
   *
   * @throws {CommandError} When it does not exist.
   * @throws {StoreError} When it cannot be used.
   */
  async openExistingStore(): Promise<Store> {
    const file = this.missingStore;
    if (file === undefined) {
      const store = await this.openStore();
      this.#context.onStoreOpened?.(store.location);
      return store;
    }
    throw new CommandError('store_missing', `The store ${file} does not exist.`, {
      hint: 'Check --store and PARLANCE_STORE. "parlance export run" and "parlance hold add" create a store.',
    });
  }

  /** File of the store if it does not exist. */
  get missingStore(): string | undefined {
    const file = sqliteFile(this.storeUrl);
    return file === undefined || existsSync(file) ? undefined : file;
  }

  /**
   * Finds a key.
   *
   * @returns Undefined if there is none.
   * @throws {CommandError} When its source cannot be read.
   */
  async findKey(kind: KeyKind): Promise<FoundKey | undefined> {
    const { cwd } = this.#context;
    const option = this.#keyOption(kind);
    if (option !== undefined) return readKey(option, cwd);
    const variable = KEY_VARIABLES[kind];
    const value = this.#variable(variable);
    if (value !== undefined) return { credential: value, origin: variable };
    const source = this.config.keys?.[kind];
    return source === undefined ? undefined : readKey(source, this.loaded.folder);
  }

  /** @throws {CommandError} When the key or the URL of the service is missing. */
  async complianceClient(options: ComplianceClientOptions = {}): Promise<ComplianceClient> {
    const complianceKey = await this.#key('compliance');
    return new ComplianceClient({ ...this.clientOptions(), complianceKey, ...options });
  }

  /** @throws {CommandError} When the key or the URL of the service is missing. */
  async inferenceClient(options: ClientOptions = {}): Promise<InferenceClient> {
    return new InferenceClient({ ...this.clientOptions(), apiKey: await this.#key('api'), ...options });
  }

  /** @throws {CommandError} When the key or the URL of the service is missing. */
  async adminClient(options: ClientOptions = {}): Promise<AdminClient> {
    return new AdminClient({ ...this.clientOptions(), adminKey: await this.#key('admin'), ...options });
  }

  /**
   * Returns the client of the service that an operation belongs to.
   *
   * @throws {CommandError} When the key or the URL of the service is missing.
   */
  async clientOf({ id, auth }: Operation, options: Pick<ClientOptions, 'validation'>): Promise<ApiClient> {
    if (auth === 'compliance-key') return this.complianceClient(options);
    if (auth === 'admin-key') return this.adminClient(options);
    if (Object.hasOwn(inferenceOperations, id)) return this.inferenceClient(options);
    return new ManagedAgentsClient({ ...this.clientOptions(), apiKey: await this.#key('api'), ...options });
  }

  /** Options of every client. @throws {CommandError} When the URL of the service is missing. */
  clientOptions(): ClientOptions {
    const { baseUrl } = this;
    if (baseUrl === undefined)
      throw new CommandError('missing_base_url', 'The URL of the service is not set.', {
        hint: 'Set PARLANCE_BASE_URL, use --base-url URL, or set baseUrl in parlance.config.ts.',
      });
    const { allowInsecure, naming, telemetry } = this.config;
    return { baseUrl, allowInsecure, naming: this.#naming() ?? naming, telemetry };
  }

  #naming(): ParlanceConfig['naming'] {
    const text = this.#options.naming ?? this.#variable('PARLANCE_NAMING');
    if (text === undefined) return undefined;
    const naming = parseNaming(text);
    if (naming !== undefined) return naming;
    throw new CommandError(
      'invalid_naming',
      'The naming must have the form vendor=X,assistant=Y,githost=Z.',
      { hint: 'Correct --naming or PARLANCE_NAMING.' },
    );
  }

  async #key(kind: KeyKind): Promise<FoundKey['credential']> {
    const found = await this.findKey(kind);
    if (found !== undefined) return found.credential;
    throw new CommandError('missing_key', `This command requires the ${kind} key.`, {
      hint: `Set ${KEY_VARIABLES[kind]}, or use --key-file FILE or --key-command COMMAND.`,
    });
  }

  /** @throws {CommandError} When there are several, of which only one could be used. */
  #keyOption(kind: KeyKind): KeySource | undefined {
    const { keyFile, keyCommand } = this.#options;
    const files = valuesFor(kind, keyFile).map((file) => ({ file }));
    const commands = valuesFor(kind, keyCommand).map((command) => ({ command }));
    const [source, other] = [...files, ...commands];
    if (other === undefined) return source;
    throw invalidArguments(`--key-file and --key-command set the ${kind} key twice.`);
  }

  /** Resolves an option or a variable in the current folder, and else what is configured in the folder of the configuration. */
  #path(option: string | undefined, variable: string, configured: string | undefined): string | undefined {
    const outside = option ?? this.#variable(variable);
    if (outside !== undefined) return path.resolve(this.#context.cwd, outside);
    return configured === undefined ? undefined : path.resolve(this.loaded.folder, configured);
  }

  /** An empty variable is not set, as in `PARLANCE_API_KEY= parlance …`. */
  #variable(name: string): string | undefined {
    return this.#context.env[name] || undefined;
  }
}

/** Resolves the file of a SQLite store. */
function inFolder(store: string, folder: string): string {
  const isRelative = /^sqlite:(?!\/)./.test(store);
  return isRelative ? `sqlite:${path.resolve(folder, store.slice('sqlite:'.length))}` : store;
}

function hasPassword(store: string): boolean {
  if (!URL.canParse(store)) return false;
  const { password, searchParams } = new URL(store);
  return password !== '' || [...searchParams.keys()].some((name) => /password/i.test(name));
}

const SOURCE_OF_KIND = /^(api|admin|compliance)=(.+)$/s;

/** Values of commands with several keys start with the kind of the key. */
function valuesFor(kind: KeyKind, values: string | readonly string[] = []): readonly string[] {
  if (typeof values === 'string') return [values];
  return values.flatMap((value) => {
    const [, named, rest = ''] = SOURCE_OF_KIND.exec(value) ?? [];
    return named === kind ? [rest] : [];
  });
}
