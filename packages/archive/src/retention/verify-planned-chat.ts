import { ArchiveError } from '../archive-error.js';
import type { Archive } from '../reader/open-archive.js';
import {
  listChatUnits,
  readArchivedUnit,
  type ArchivedChat,
  type ArchivedUnit,
  type ChatUnits,
} from './archived-chats.js';
import { Replacements } from '../reader/replacements.js';
import { HoldMatcher } from './hold-match.js';
import type { PlannedDeletion, RetentionPlan } from './plan-file.js';
import { RetentionError } from './retention-error.js';

/** Checks that the archive still has what a plan was made from. Verifies a unit once, and keeps the last one. */
export class PlannedChats {
  readonly #archive: Archive;
  readonly #units: ChatUnits;
  #unit: ArchivedUnit | undefined;

  private constructor(archive: Archive, units: ChatUnits) {
    this.#archive = archive;
    this.#units = units;
  }

  /**
   * Checks that the plan was made from this archive, at an earlier time or now.
   *
   * @throws {RetentionError} With code `archive_changed` when it was not, or the chain of certificates is broken.
   */
  static async open(archive: Archive, plan: RetentionPlan): Promise<PlannedChats> {
    const { certificates, export: name, head } = plan.archive;
    if (archive.manifest.export !== name || archive.manifest.certificates < certificates)
      throw new RetentionError('archive_changed', `The plan was made from another archive (${name}).`);
    return withArchive(null, async () => {
      const listed = await listChatUnits(archive, certificates);
      if (listed.head !== head)
        throw new RetentionError(
          'archive_changed',
          'The plan was made from another archive: its certificates differ.',
        );
      return new PlannedChats(archive, listed.units);
    });
  }

  /**
   * Verifies everything that the archive has of a chat: what {@link PlannedChats.read} does, and the contents of its files.
   *
   * @throws {RetentionError} With code `archive_changed` when something is missing, damaged or different.
   */
  async verify(planned: PlannedDeletion): Promise<ArchivedChat> {
    const archived = await this.read(planned);
    return withArchive(planned.chat, async () => {
      for (const file of archived.files) for await (const _chunk of this.#archive.openFile(file)) continue;
      return archived;
    });
  }

  /**
   * Reads a chat as it was planned. Verifies the extents of its unit against their certificates, and its records.
   *
   * @throws {RetentionError} With code `archive_changed` when something is missing, damaged or different.
   */
  async read(planned: PlannedDeletion): Promise<ArchivedChat> {
    return withArchive(planned.chat, async () => {
      const unit = await this.#open(planned.unit);
      const archived = unit.chats.get(planned.chat);
      if (archived?.digest !== planned.digest)
        throw new RetentionError(
          'archive_changed',
          `The archive does not have the chat ${planned.chat} as planned.`,
          { chat: planned.chat },
        );
      return archived;
    });
  }

  async #open(name: string): Promise<ArchivedUnit> {
    if (this.#unit?.name === name) return this.#unit;
    const unit = this.#units.get(name) ?? { places: [], replacements: new Replacements() };
    this.#unit = await readArchivedUnit(this.#archive, { name, ...unit }, new HoldMatcher([]));
    return this.#unit;
  }
}

async function withArchive<Result>(chat: string | null, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    throw new RetentionError('archive_changed', `The archive is damaged: ${error.message}`, {
      chat: chat ?? undefined,
      cause: error,
    });
  }
}
