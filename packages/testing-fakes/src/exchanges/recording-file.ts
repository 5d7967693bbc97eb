/** The file of a recording. */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { parseYamlInput } from '@parlance/schemas/validation/yaml';
import * as z from 'zod';
import type { Exchange } from './exchange.js';
import { ExchangesSchema } from './exchange.schema.js';

/** Any scenario: a file with one is never replaced, unless it is a recording. */
const RecordingSchema = z.looseObject({ exchanges: ExchangesSchema.optional() });

/** Writes a recording. The file is a complete scenario at any time. */
export class RecordingFile {
  readonly #path: string;
  readonly #exchanges: Exchange[] = [];
  #timer: NodeJS.Timeout | undefined;

  /**
   * Starts a recording, replacing an earlier one.
   *
   * @param path - Path of the file.
   * @throws When the file is not writable, or exists and is not a recording.
   */
  constructor(path: string) {
    if (!isReplaceable(path)) throw new TypeError('exists and is not a recording');
    this.#path = path;
    this.flush();
  }

  /** Adds an exchange. The file is written soon, once for all exchanges that end together. */
  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#timer ??= setTimeout(() => this.flush(), 100);
  }

  /** Writes all exchanges. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const part = `${this.#path}.part`;
    const text = `${JSON.stringify({ exchanges: this.#exchanges }, null, 2)}\n`;
    // What a killed process left may be a link, or readable by others.
    rmSync(part, { force: true });
    writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
    renameSync(part, this.#path);
  }
}

function isReplaceable(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return true;
  // Opening a named pipe would wait for its other end.
  if (!stats.isFile()) return false;
  return parseYamlInput(readFileSync(path, 'utf8'), RecordingSchema).value.exchanges !== undefined;
}
