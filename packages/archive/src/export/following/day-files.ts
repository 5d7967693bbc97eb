import { canonicalJson } from '../../certificates/canonical-json.js';
import type { ArchiveFolder } from '../../folder/archive-folder.js';
import { FOLLOWER_FOLDER } from '../../certificates/sealed-file.js';
import type { RejectedRecord } from '../../sinks/sink.js';
import type { FollowerDay } from '../state/follower-status.js';

/** The files of a follower in the folder of the archive: for each day its reconciliation, and the records that were rejected. */
export class DayFiles {
  readonly #archive: ArchiveFolder;
  readonly #exportName: string;
  readonly #follower: string;

  constructor(archive: ArchiveFolder, exportName: string, follower: string) {
    this.#archive = archive;
    this.#exportName = exportName;
    this.#follower = follower;
  }

  /**
   * Appends rejected records to the file of their day. Repeating it after an interruption has no further effect.
   *
   * @param size - Size of the file without them, in bytes.
   * @returns The size with them.
   */
  async appendRejected(
    rejections: readonly RejectedRecord[],
    { day, sequence, size, at }: { day: string; sequence: number; size: number; at: string },
  ): Promise<number> {
    if (rejections.length === 0) return size;
    const lines = rejections.map(({ record: { kind, id: recordId, digest }, id, ...facts }) => {
      const { sent, reason, status, response } = facts;
      const record = { kind, id: recordId, digest };
      return `${JSON.stringify({ id, reason, status, response, rejected_at: at, certificate: sequence, record, sent })}\n`;
    });
    const data = Buffer.from(lines.join(''));
    await this.#archive.writeEnd(this.#path(`${day}.rejected.ndjson`), size, data);
    return size + data.length;
  }

  /** Writes what the follower received on a day. */
  async writeDay(facts: FollowerDay): Promise<void> {
    const content = { format: 1, export: this.#exportName, follower: this.#follower, ...facts };
    await this.#archive.writeFile(this.#path(`${facts.day}.json`), `${canonicalJson(content)}\n`);
  }

  /** A name may contain anything. */
  #path(file: string): string {
    return `${FOLLOWER_FOLDER}/${encodeURIComponent(this.#follower).replaceAll('.', '%2E')}/${file}`;
  }
}
