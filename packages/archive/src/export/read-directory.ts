import type { Page } from '@parlance/core-transport';
import type { StoreTransaction } from '@parlance/durable';
import type { DirectoryOrganization } from '@parlance/schemas';
import { createRecord } from '../certificates/digest.js';
import type { ArchiveRecord } from '../records/archive-record.js';
import type { WrittenUnit } from '../sinks/sink.js';
import { exportSchema } from './export-schema.js';
import { requireSameOrganization } from './organization.js';
import { patientPages, type RunContext } from './run-context.js';
import type { SinkWriters } from './sink-set.js';
import { UnitLog } from './unit-log.js';

/** Name of the unit of the directory. */
export const DIRECTORY = 'directory';

const ROWS = 500;

/** What a read of the directory found. */
export interface DirectoryRead {
  readonly log: UnitLog;
  readonly written: WrittenUnit;
  /** Ids of all current users. */
  readonly users: readonly string[];
  /** Creation of the oldest organization (RFC 3339); undefined if there is none. */
  readonly oldest: string | undefined;
  /** New and changed records, without their bodies. */
  readonly changed: readonly Pick<ArchiveRecord, 'kind' | 'id' | 'digest'>[];
}

/** Reads organizations, users and projects, and writes those that are new or have changed. */
export async function readDirectory(context: RunContext, revision: number): Promise<DirectoryRead> {
  const writers = await context.sinks.begin({ name: DIRECTORY, family: 'directory', revision }, 1);
  try {
    const reading = new Reading(context, writers);
    await reading.read();
    const written = await writers.commit();
    const { log, users, oldest, changed } = reading;
    return { log, written, users, oldest, changed };
  } catch (error) {
    await writers.abort();
    throw error;
  }
}

/** Remembers what is written. */
export async function rememberDirectory(
  transaction: StoreTransaction,
  exportName: string,
  changed: DirectoryRead['changed'],
): Promise<void> {
  for (let start = 0; start < changed.length; start += ROWS)
    await transaction
      .tables(exportSchema)
      .insertInto('archive_directory')
      .values(
        changed
          .slice(start, start + ROWS)
          .map(({ kind, id, digest }) => ({ export: exportName, kind, id, digest })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['export', 'kind', 'id'])
          .doUpdateSet((column) => ({ digest: column.ref('excluded.digest') })),
      )
      .execute();
}

class Reading {
  readonly log: UnitLog;
  readonly users: string[] = [];
  readonly changed: Pick<ArchiveRecord, 'kind' | 'id' | 'digest'>[] = [];
  oldest: string | undefined;
  readonly #context: RunContext;
  readonly #writers: SinkWriters;
  readonly #seen: Set<string> = new Set();

  constructor(context: RunContext, writers: SinkWriters) {
    this.#context = context;
    this.#writers = writers;
    this.log = new UnitLog(context.clock);
  }

  async read(): Promise<void> {
    const { compliance, definition, signal } = this.#context;
    const options = { signal, priority: 'bulk' } as const;
    const organizations: DirectoryOrganization[] = [];
    const lists = this.#pages((resumeFrom) =>
      compliance.organizations.list({}, { ...options, resumeFrom }).pages(),
    );
    for await (const { data } of lists) organizations.push(...data);
    const ids = organizations.map(({ uuid }) => uuid);
    await requireSameOrganization(this.#context, ids);
    for (const { created_at } of organizations)
      if (this.oldest === undefined || Date.parse(created_at) < Date.parse(this.oldest))
        this.oldest = created_at;
    await this.#write(organizations.map((body) => createRecord('organization', body.uuid, body)));
    if (definition.sources.has('directory') || definition.chats.userIds === undefined)
      for (const uuid of ids) await this.#users(uuid);
    if (definition.sources.has('directory')) await this.#projects();
  }

  async #users(uuid: string): Promise<void> {
    const { compliance, signal } = this.#context;
    const pages = this.#pages((resumeFrom) =>
      compliance.organizations
        .listUsers(uuid, { limit: 1_000 }, { signal, priority: 'bulk', resumeFrom })
        .pages(),
    );
    for await (const { data } of pages) {
      this.users.push(...data.map(({ id }) => id));
      // A person can be a member of several organizations.
      await this.#write(
        data.map((user) => createRecord('user', user.id, { ...user, organization_uuid: uuid })),
      );
    }
  }

  async #projects(): Promise<void> {
    const { compliance, signal } = this.#context;
    const pages = this.#pages((resumeFrom) =>
      compliance.projects.list({ limit: 100 }, { signal, priority: 'bulk', resumeFrom }).pages(),
    );
    for await (const { data } of pages)
      await this.#write(data.map((project) => createRecord('project', project.id, project)));
  }

  async *#pages<Item>(
    list: (resumeFrom: Page<Item>['checkpoint']) => AsyncIterable<Page<Item>>,
  ): AsyncGenerator<Page<Item>, undefined> {
    for await (const page of patientPages(this.#context, this.#context.signal, list)) {
      this.log.page(page);
      yield page;
    }
  }

  /** Writes the records that are new or have changed. */
  async #write(records: readonly ArchiveRecord[]): Promise<void> {
    const [first] = records;
    const { tables, definition } = this.#context;
    if (first === undefined || !definition.sources.has('directory')) return;
    const rows = await tables
      .selectFrom('archive_directory')
      .select(['id', 'digest'])
      .where('export', '=', definition.name)
      .where('kind', '=', first.kind)
      .where(
        'id',
        'in',
        records.map(({ id }) => id),
      )
      .execute();
    const known = new Map(rows.map(({ id, digest }) => [id, digest]));
    const changed = records.filter(({ kind, id, digest }) => {
      if (known.get(id) === digest || this.#seen.has(`${kind} ${id}`)) return false;
      this.#seen.add(`${kind} ${id}`);
      return true;
    });
    this.log.add(changed);
    await this.#writers.write(changed);
    for (const { kind, id, digest } of changed) this.changed.push({ kind, id, digest });
  }
}
