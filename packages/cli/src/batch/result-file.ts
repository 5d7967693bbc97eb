/** Writes the results of a batch to a file of JSON lines or CSV. */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { MessageBatchIndividualResponse } from '@parlance/schemas/inference';
import { CommandError } from '../command-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import { csvCell } from '../terminal/rows.js';

const BUFFER_BYTES = 65_536;

/** How results are written. */
export type ResultFormat = 'jsonl' | 'csv';

/** Columns of CSV. The text is that of all blocks. */
const COLUMNS = ['custom_id', 'result', 'text', 'stop_reason', 'input_tokens', 'output_tokens', 'error'];

/** Returns the line of a result. */
export function resultLine(format: ResultFormat, response: MessageBatchIndividualResponse): string {
  if (format === 'jsonl') return `${JSON.stringify(response)}\n`;
  const { custom_id: id, result } = response;
  const message = result.type === 'succeeded' ? result.message : undefined;
  const text = message?.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const error = result.type === 'errored' ? result.error.error.message : undefined;
  const { input_tokens: input, output_tokens: output } = message?.usage ?? {};
  const cells = [id, result.type, text, message?.stop_reason, input, output, error];
  return `${cells.map((cell) => csvCell(cell ?? null)).join(',')}\r\n`;
}

/** A file of results, readable by its owner only. Results are buffered until {@link ResultFile.sync}. */
export class ResultFile implements AsyncDisposable {
  readonly #handle: FileHandle;
  readonly #format: ResultFormat;
  #buffered: string[] = [];
  #bufferedBytes = 0;
  /** Size including what is buffered. */
  #size: number;

  private constructor(handle: FileHandle, size: number, format: ResultFormat) {
    this.#handle = handle;
    this.#format = format;
    this.#size = size;
  }

  /**
   * Opens the file and removes what was written after the last checkpoint, because it is written again.
   *
   * @param file - The file, created if it is missing.
   * @param state - Size at the last checkpoint, 0 for a new run, and the format.
   * @throws {CommandError} When the file is smaller than that.
   */
  static async open(
    file: string,
    { size, format }: { readonly size: number; readonly format: ResultFormat },
  ): Promise<ResultFile> {
    const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = constants;
    const handle = await open(file, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    if ((await handle.stat()).size < size) {
      await handle.close();
      throw outputChanged(file);
    }
    await handle.truncate(size);
    const results = new ResultFile(handle, size, format);
    if (size === 0 && format === 'csv') await results.#write(`${COLUMNS.join(',')}\r\n`);
    return results;
  }

  /** Size in bytes, including what is buffered. */
  get size(): number {
    return this.#size;
  }

  /** Appends a result. */
  async add(result: MessageBatchIndividualResponse): Promise<void> {
    await this.#write(resultLine(this.#format, result));
  }

  async #write(line: string): Promise<void> {
    const bytes = Buffer.byteLength(line);
    this.#buffered.push(line);
    this.#bufferedBytes += bytes;
    this.#size += bytes;
    if (this.#bufferedBytes >= BUFFER_BYTES) await this.#flush();
  }

  /** Writes everything to the disk. */
  async sync(): Promise<void> {
    await this.#flush();
    await this.#handle.datasync();
  }

  /** Closes the file. What was not synced may be missing. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }

  async #flush(): Promise<void> {
    if (this.#bufferedBytes === 0) return;
    const text = this.#buffered.join('');
    const position = this.#size - this.#bufferedBytes;
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(
        bytes,
        written,
        bytes.length - written,
        position + written,
      );
      written += bytesWritten;
    }
    this.#buffered = [];
    this.#bufferedBytes = 0;
  }
}

/** Results that were written are missing. */
export function outputChanged(file: string): CommandError {
  return new CommandError('output_changed', `${file} has fewer results than were written to it`, {
    hint: 'Restore the file, or run all requests again with --restart.',
    exitCode: EXIT_CODES.refused,
  });
}
