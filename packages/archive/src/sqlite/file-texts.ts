import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RecordOf } from '../records/archive-record.js';
import type { SinkContext } from '../sinks/sink.js';
import { readFileText, type ExtractText } from '../text/file-text.js';

/** Writes the texts of files, each content once. */
export class FileTexts {
  readonly #openFile: SinkContext['openFile'];
  readonly #extract: ExtractText | undefined;
  readonly #known: StatementSync;
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync, openFile: SinkContext['openFile'], extract: ExtractText | undefined) {
    this.#openFile = openFile;
    this.#extract = extract;
    this.#known = database.prepare('SELECT 1 FROM file_texts WHERE sha256 = ?');
    this.#insert = database.prepare('INSERT INTO file_texts (sha256, text, problem) VALUES (?, ?, ?)');
  }

  async add(record: RecordOf<'file'>): Promise<void> {
    const { sha256 } = record.body;
    if (this.#known.get(sha256) !== undefined) return;
    const open = () => this.#openFile?.(record) ?? null;
    const found = await readFileText(record.body, open, this.#extract);
    const [text, problem] = 'text' in found ? [found.text, null] : [null, found.problem];
    this.#insert.run(sha256, text, problem);
  }
}
