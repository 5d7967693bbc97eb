import type { ListOptions, Page } from '@parlance/core-transport';
import type { StoreTransaction } from '@parlance/durable';
import type { DirectoryOrganization } from '@parlance/schemas';
import { createRecord } from '../../certificates/digest.js';
import type { ArchivedPresence, ArchiveRecord, RecordOf } from '../../records/archive-record.js';
import type { WrittenUnit } from '../../sinks/sink.js';
import { exportSchema, type ExportTables } from '../state/export-schema.js';
import { requireSameOrganization } from '../state/organization.js';
import { patientPages, type RunContext } from '../state/run-context.js';
import { writeRevision, type RevisionWriting } from '../sealing/write-revision.js';
import type { UnitLog } from '../state/unit-log.js';
import { inParts, padded } from '../state/lists.js';

/** Name of the unit of the directory. */
export const DIRECTORY = 'directory';

/** What a read of the directory found. */
export interface DirectoryRead {
  /** The last sealed revision before it; -1 if there is none. */
  readonly revision: number;
  readonly log: UnitLog;
  readonly written: WrittenUnit;
  /** Ids of all current users. */
  readonly users: readonly string[];
  /** Creation of the oldest organization (RFC 3339); undefined if there is none. */
  readonly oldest: string | undefined;
  /** What to remember of objects that are new, have changed, are missing, or are back. */
  readonly changed: readonly DirectoryRow[];
}

type DirectoryRow = Omit<ExportTables['archive_directory'], 'export'>;

/** Reads organizations, users and projects. Writes those that are new or have changed, and the presence of those that are missing or back. */
export async function readDirectory(context: RunContext, revision: number): Promise<DirectoryRead> {
  const unit = { name: DIRECTORY, family: 'directory', revision, attempts: 1 } as const;
  return writeRevision(context, unit, async (writing) => {
    const reading = new Reading(context, writing);
    await reading.read();
    const written = await writing.commit();
    const { users, oldest, changed } = reading;
    return { revision, log: writing.log, written, users, oldest, changed };
  });
}

/** Remembers what is written. */
export async function rememberDirectory(
  transaction: StoreTransaction,
  exportName: string,
  changed: DirectoryRead['changed'],
): Promise<void> {
  for (const part of inParts(changed))
    await transaction
      .tables(exportSchema)
      .insertInto('archive_directory')
      .values(part.map((row) => ({ export: exportName, ...row })))
      .onConflict((conflict) =>
        conflict.columns(['export', 'kind', 'id']).doUpdateSet((column) => ({
          digest: column.ref('excluded.digest'),
          presence: column.ref('excluded.presence'),
        })),
      )
      .execute();
}

class Reading {
  readonly users: string[] = [];
  readonly changed: DirectoryRow[] = [];
  oldest: string | undefined;
  readonly #context: RunContext;
  readonly #writing: RevisionWriting;
  /** Ids that the lists have, by kind. */
  readonly #listed: Map<DirectoryRow['kind'], Set<string>> = new Map();

  constructor(context: RunContext, writing: RevisionWriting) {
    this.#context = context;
    this.#writing = writing;
  }

  async read(): Promise<void> {
    const { compliance, definition } = this.#context;
    const organizations: DirectoryOrganization[] = [];
    const lists = this.#pages((options) => compliance.organizations.list({}, options).pages());
    for await (const { data } of lists) organizations.push(...data);
    const ids = organizations.map(({ uuid }) => uuid);
    await requireSameOrganization(this.#context, ids);
    for (const { created_at } of organizations)
      if (this.oldest === undefined || Date.parse(created_at) < Date.parse(this.oldest))
        this.oldest = created_at;
    await this.#write(
      'organization',
      organizations.map((body) => createRecord('organization', body.uuid, body)),
    );
    if (definition.sources.has('directory') || definition.chats.userIds === undefined)
      for (const uuid of ids) await this.#users(uuid);
    if (!definition.sources.has('directory')) return;
    await this.#projects();
    for (const kind of ['organization', 'user', 'project'] as const) await this.#writeAbsent(kind);
  }

  async #users(uuid: string): Promise<void> {
    const { organizations } = this.#context.compliance;
    const pages = this.#pages((options) => organizations.listUsers(uuid, { limit: 1_000 }, options).pages());
    for await (const { data } of pages) {
      this.users.push(...data.map(({ id }) => id));
      // A person can be a member of several organizations.
      await this.#write(
        'user',
        data.map((user) => createRecord('user', user.id, { ...user, organization_uuid: uuid })),
      );
    }
  }

  async #projects(): Promise<void> {
    const { projects } = this.#context.compliance;
    const pages = this.#pages((options) => projects.list({ limit: 100 }, options).pages());
    for await (const { data } of pages)
      await this.#write(
        'project',
        data.map((project) => createRecord('project', project.id, project)),
      );
  }

  async *#pages<Item>(
    list: (options: ListOptions) => AsyncIterable<Page<Item>>,
  ): AsyncGenerator<Page<Item>, undefined> {
    for await (const page of patientPages(this.#context, this.#context.signal, list)) {
      this.#writing.log.page(page);
      yield page;
    }
  }

  /** Writes the records that are new or have changed, each after the presence of one that is back. An object that two lists have is that of the first. */
  async #write(
    kind: DirectoryRow['kind'],
    records: readonly Extract<ArchiveRecord, { kind: DirectoryRow['kind'] }>[],
  ): Promise<void> {
    const listed = this.#listed.get(kind) ?? new Set();
    this.#listed.set(kind, listed);
    const first = records.filter(({ id }) => !listed.has(id) && listed.add(id).has(id));
    const { tables, definition } = this.#context;
    if (first.length === 0 || !definition.sources.has('directory')) return;
    const rows = await tables
      .selectFrom('archive_directory')
      .select(['id', 'digest', 'presence'])
      .where('export', '=', definition.name)
      .where('kind', '=', kind)
      .where('id', 'in', padded(first.map(({ id }) => id)))
      .execute();
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const record of first) {
      const { id, digest } = record;
      const before = known.get(id);
      if (before?.digest === digest && before.presence === 'listed') continue;
      const written: ArchiveRecord[] = before?.presence === 'absent' ? [presenceOf(kind, id, 'listed')] : [];
      if (before?.digest !== digest) written.push(record);
      await this.#add(written, { kind, id, digest, presence: 'listed' });
    }
  }

  /** Writes what was listed before, and is missing now that the lists are complete. */
  async #writeAbsent(kind: DirectoryRow['kind']): Promise<void> {
    const { tables, definition } = this.#context;
    const rows = await tables
      .selectFrom('archive_directory')
      .select(['id', 'digest'])
      .where('export', '=', definition.name)
      .where('kind', '=', kind)
      .where('presence', '=', 'listed')
      .orderBy('id')
      .execute();
    for (const { id, digest } of rows)
      if (this.#listed.get(kind)?.has(id) !== true)
        await this.#add([presenceOf(kind, id, 'absent')], { kind, id, digest, presence: 'absent' });
  }

  async #add(records: readonly ArchiveRecord[], row: DirectoryRow): Promise<void> {
    await this.#writing.write(records);
    this.changed.push(row);
  }
}

function presenceOf(
  subject: ArchivedPresence['subject'],
  id: string,
  state: ArchivedPresence['state'],
): RecordOf<'presence'> {
  return createRecord('presence', `${subject} ${id}`, { id, subject, state });
}
