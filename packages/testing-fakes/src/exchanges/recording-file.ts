/** The file of a recording. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { parseScenario } from '../scenario/parse-scenario.js';
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
    if (
      existsSync(path) &&
      parseScenario(readFileSync(path, 'utf8'), RecordingSchema).exchanges === undefined
    )
      throw new TypeError('exists and is not a recording');
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
    writeFileSync(part, `${JSON.stringify({ exchanges: this.#exchanges }, null, 2)}\n`, { mode: 0o600 });
    renameSync(part, this.#path);
  }
}
