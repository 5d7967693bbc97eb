/** What a command prints: text for people, or one JSON object per line with `--json`. */
import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import { printable } from './printable.js';
import { Progress } from './progress.js';

type StreamEvent = 'drain' | 'close' | 'error';

/** After each of them, a stream that was full accepts more, or never will. */
const WRITABLE_AGAIN: readonly StreamEvent[] = ['drain', 'close', 'error'];

/** A stream that commands print to. */
export interface PrintStream {
  /** Whether it is a terminal. */
  readonly isTTY?: boolean;
  /** Width of a terminal. */
  readonly columns?: number | undefined;
  /** Bits for the color of a character, on a terminal. */
  getColorDepth?(): number;
  /** Writes text; returns false while its buffer is full. */
  write(text: string): boolean;
  /** Registers a callback for the next event. */
  once(event: StreamEvent, callback: () => void): unknown;
  /** Removes a callback. */
  off(event: StreamEvent, callback: () => void): unknown;
}

/** Where a command prints to. */
export interface OutputOptions {
  /** Results. */
  readonly stdout: PrintStream;
  /** Messages and progress. */
  readonly stderr: PrintStream;
  /** Whether to print JSON lines. */
  readonly json: boolean;
  /** Whether terminals show colors. */
  readonly color: boolean;
  /** Whether to print no messages and no progress. Default false. */
  readonly quiet?: boolean | undefined;
  /** Whether messages start with the time. Default false. */
  readonly timestamps?: boolean | undefined;
}

type Style = Parameters<typeof styleText>[0];

/** One line, or several. What would begin a new line within one is replaced: texts of others cannot forge lines. */
type Lines = string | readonly string[];

/** Prints results to standard output, and messages and progress to standard error. */
export class Output {
  /** Whether results are JSON lines. */
  readonly json: boolean;
  /** True once the reader of standard output has closed the pipe. */
  isClosed = false;
  readonly #color: boolean;
  readonly #stdout: PrintStream;
  readonly #stderr: PrintStream;
  /** Replaces the escape character in the command's own colors, until they are printed. Texts of others cannot contain it. */
  readonly #escape = `<${randomUUID()}>`;
  readonly #quiet: boolean;
  readonly #timestamps: boolean;
  #progress: Progress | undefined;
  #summary: object = {};

  /** @param options - See {@link OutputOptions}. */
  constructor(options: OutputOptions) {
    this.json = options.json;
    this.#color = options.color;
    this.#quiet = options.quiet === true;
    this.#timestamps = options.timestamps === true;
    this.#stdout = options.stdout;
    this.#stderr = options.stderr;
  }

  /**
   * Prints a result: as text, or as a JSON line with the type and the time. A JSON line of the type `summary` is printed by {@link Output.end}.
   *
   * @param type - Type of the JSON line.
   * @param fields - Its other fields.
   * @param text - The text for people.
   * @returns Resolves once the reader accepts more.
   */
  async result(type: string, fields: object, text: Lines): Promise<void> {
    if (!this.json) return this.#print(this.#linesOf(text));
    if (type !== 'summary') return this.event(type, fields);
    this.#summary = fields;
  }

  /** Ends the results of a command that neither failed nor was stopped: with `--json`, with a summary that has its exit code. */
  end(exitCode: number): Promise<void> {
    return this.event('summary', { ...this.#summary, exit_code: exitCode });
  }

  /** Prints a JSON line with the type and the time. Without `--json`, it prints nothing. */
  async event(type: string, fields: object): Promise<void> {
    if (this.json) await this.#print(JSON.stringify({ type, time: new Date().toISOString(), ...fields }));
  }

  async #print(line: string): Promise<void> {
    this.#progress?.pause();
    const accepts = this.isClosed || this.#stdout.write(`${line}\n`);
    this.#progress?.resume();
    if (accepts) return;
    await new Promise<void>((resolve) => {
      const onEvent = (): void => {
        for (const event of WRITABLE_AGAIN) this.#stdout.off(event, onEvent);
        resolve();
      };
      for (const event of WRITABLE_AGAIN) this.#stdout.once(event, onEvent);
    });
  }

  /** Prints a message for people to standard error. With `--json` and `--quiet` it is left out. */
  note(text: Lines): void {
    if (!this.#quiet) this.problem(text);
  }

  /** Prints a problem for people to standard error, also with `--quiet`. With `--json` it is left out: it has a line of its own. */
  problem(text: Lines): void {
    if (this.json) return;
    this.#progress?.pause();
    this.#stderr.write(`${this.#time()}${this.#linesOf(text)}\n`);
    this.#progress?.resume();
  }

  /** Reports a problem that does not end the command. */
  async warning(code: string, message: string, hint?: string): Promise<void> {
    await this.event('warning', { code, message, hint });
    this.problem(hint === undefined ? message : `${message} ${hint}`);
  }

  /** Starts to show progress: a bar on a terminal, otherwise a line now and then. */
  progress(): Progress {
    this.#progress = new Progress({
      output: this,
      stderr: this.#stderr,
      color: this.#color,
      isBar: !this.#quiet && !this.#timestamps,
    });
    return this.#progress;
  }

  /** Removes the progress, when the command ends. */
  stopProgress(): void {
    this.#progress?.pause();
    this.#progress = undefined;
  }

  /** Colors text if standard output is a terminal that shows colors. */
  paint(style: Style, text: string): string {
    if (!this.#color) return text;
    const styled = styleText(style, printable(text), { stream: this.#stdout as NodeJS.WriteStream });
    return styled.replaceAll('\u001B', this.#escape);
  }

  #time(): string {
    return this.#timestamps ? `${new Date().toISOString()} ` : '';
  }

  #linesOf(text: Lines): string {
    return [text].flat().map(printable).join('\n').replaceAll(this.#escape, '\u001B');
  }
}
