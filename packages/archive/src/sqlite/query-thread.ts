import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SQLInputValue } from 'node:sqlite';

/** Parameters of a statement, by name. */
export type Parameters = Readonly<Record<string, SQLInputValue>>;

/** A condition that is always true. A thread can be ended only while it runs JavaScript, so SQLite calls some for every 256th row. */
export const stoppable = (row: string): string => `(${row} % 256 <> 0 OR goes_on())`;

/** The program is a text, so that the bundler of a user need not find its file. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(workerData.file, { readOnly: true, timeout: workerData.timeout });
database.function('goes_on', () => 1);
parentPort.on('message', ({ sql, parameters }) => {
  try {
    const statement = database.prepare(sql);
    parentPort.postMessage({ rows: parameters.flatMap((values) => statement.all(values)) });
  } catch ({ message, errcode }) {
    parentPort.postMessage({ message, errcode });
  }
});`;

type Answer = { readonly rows: readonly object[] } | { readonly message: string; readonly errcode?: number };

/** Reads a database in a thread: a long query does not stop the caller, and ends when the signal aborts. */
export class QueryThread implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #signal: AbortSignal | undefined;

  /**
   * @param file - The database.
   * @param options - How long to wait for another program that locks it, and the signal.
   */
  constructor(
    file: string,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  ) {
    this.#signal = signal;
    this.#worker = new Worker(PROGRAM, {
      eval: true,
      // A program that was started with `--input-type=module` would make a module of this one.
      execArgv: [],
      workerData: { file, timeout: timeoutMs },
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
    });
  }

  /**
   * Runs a statement once for each set of parameters.
   *
   * @returns All rows.
   */
  async all<Row extends object>(sql: string, ...parameters: readonly Parameters[]): Promise<readonly Row[]> {
    this.#worker.postMessage({ sql, parameters });
    const [answer] = (await once(this.#worker, 'message', { signal: this.#signal })) as [Answer];
    if ('rows' in answer) return answer.rows as readonly Row[];
    const { message, errcode } = answer;
    throw Object.assign(new Error(message), { errcode });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}
