/** Progress of a command that takes long. */
import ora, { type Ora } from 'ora';
import { printable } from './printable.js';
import type { Output, PrintStream } from './output.js';

/** A state of progress. */
export interface ProgressState {
  /** Work that is done, in any unit. */
  readonly done: number;
  /** All work, in the same unit; undefined while it is unknown. */
  readonly total?: number | undefined;
  /** What is shown besides the bar, for example `1,200 of 5,000 requests`. */
  readonly text: string;
  /** Fields of the JSON line. */
  readonly fields: object;
}

/** What {@link Progress} prints with. */
export interface ProgressParts {
  readonly output: Output;
  readonly stderr: PrintStream;
  readonly color: boolean;
  /** Whether a terminal may show a bar. */
  readonly isBar: boolean;
}

const WIDTH = 24;
/** Time between two lines if standard error is not a terminal. */
const LINE_INTERVAL_MS = 10_000;

/** Shows progress: a bar on a terminal, a line every ten seconds elsewhere, a JSON line for each state with `--json`. */
export class Progress {
  readonly #output: Output;
  readonly #spinner: Ora | undefined;
  #lastLineAt = performance.now();

  /** @param parts - What it prints with, the stream of the bar, and whether it has colors. */
  constructor({ output, stderr, color, isBar }: ProgressParts) {
    this.#output = output;
    if (output.json || !isBar) return;
    const spinner = ora({
      stream: stderr as NodeJS.WriteStream,
      color: color ? 'cyan' : false,
      // Reading from standard input would delay Ctrl-C.
      discardStdin: false,
    });
    // Not on terminals that cannot move the cursor, or in CI.
    if (spinner.isEnabled) this.#spinner = spinner.start();
  }

  /** Shows a state. */
  async update(state: ProgressState): Promise<void> {
    if (this.#output.json) return this.#output.event('progress', state.fields);
    const text = printable(state.text);
    if (this.#spinner !== undefined) {
      this.#spinner.text = `${barOf(state)}${text}`;
      return;
    }
    const now = performance.now();
    if (now - this.#lastLineAt < LINE_INTERVAL_MS) return;
    this.#lastLineAt = now;
    this.#output.note(text);
  }

  /** Removes the bar while something else is printed. */
  pause(): void {
    this.#spinner?.stop();
  }

  /** Shows the bar again. */
  resume(): void {
    this.#spinner?.start();
  }
}

function barOf({ done, total }: ProgressState): string {
  if (total === undefined || total === 0) return '';
  const share = Math.min(done / total, 1);
  const filled = Math.round(share * WIDTH);
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${percent}  `;
}
