/** A conversation in the terminal. */
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { ParlanceError, type ContentBlockParam } from '@parlance/inference';
import { UsageError } from './arguments.js';
import { readAttachments } from './attachments.js';
import type { Conversation } from './conversation.js';
import { dim, ReplyWriter, type Output } from './terminal.js';

/** Parts of a conversation in the terminal. */
export interface InteractiveParts {
  readonly conversation: Conversation;
  readonly stdin: Readable;
  readonly output: Output;
  /** What the user talks to. */
  readonly serviceName: string;
}

const COMMANDS = `/attach FILE   attach an image, PDF or text to the next turn
/clear         forget the conversation
/help          show this
/quit          end (so do Ctrl-D, and Ctrl-C twice)
Ctrl-C         interrupt the reply; the conversation goes on
Anything else is sent to the model, with \\ at the end of a line to go on in the next one.`;

/**
 * Talks with the user until the input ends.
 *
 * @param parts - See {@link InteractiveParts}.
 */
export async function converse(parts: InteractiveParts): Promise<void> {
  await new InteractiveSession(parts).run();
}

class InteractiveSession {
  readonly #parts: InteractiveParts;
  readonly #lines: Interface;
  #reply: AbortController | undefined;
  #wantsToEnd = false;
  #isClosed = false;
  #attached: ContentBlockParam[] = [];

  constructor(parts: InteractiveParts) {
    this.#parts = parts;
    this.#lines = createInterface({
      input: parts.stdin,
      output: parts.output.stderr,
      terminal: true,
      prompt: '> ',
    });
    this.#lines.on('SIGINT', () => this.#interrupt());
    this.#lines.once('close', () => {
      this.#isClosed = true;
    });
  }

  async run(): Promise<void> {
    this.#tell(`Talking to ${this.#parts.serviceName}. /help shows the commands.`);
    let begun = '';
    this.#lines.prompt();
    for await (const line of this.#lines) {
      this.#wantsToEnd = false;
      begun += line;
      if (begun.endsWith('\\')) {
        begun = `${begun.slice(0, -1)}\n`;
        continue;
      }
      const text = begun.trim();
      begun = '';
      if (text === '/quit') break;
      if (text !== '') await this.#take(text);
      // The input can end while the reply is written.
      if (!this.#isClosed) this.#lines.prompt();
    }
    this.#lines.close();
  }

  async #take(text: string): Promise<void> {
    const { conversation } = this.#parts;
    const file = /^\/attach\s+(.+)$/.exec(text)?.[1];
    if (text === '/help') this.#tell(COMMANDS);
    else if (text === '/clear') {
      conversation.clear();
      this.#attached = [];
      this.#tell('The conversation is forgotten.');
    } else if (file !== undefined) await this.#attach(file);
    else {
      conversation.say([...this.#attached, { type: 'text', text }]);
      this.#attached = [];
      await this.#answer();
    }
  }

  async #attach(file: string): Promise<void> {
    try {
      this.#attached.push(...(await readAttachments([file])));
      this.#tell(`${file} goes with your next turn.`);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.#tell(error.message);
    }
  }

  async #answer(): Promise<void> {
    const { conversation, output } = this.#parts;
    const writer = new ReplyWriter(output);
    this.#reply = new AbortController();
    try {
      this.#tell(`[sending ${await conversation.countTokens()} tokens]`);
      writer.end(await conversation.reply(writer, this.#reply.signal));
    } catch (error) {
      if (!ParlanceError.is(error)) throw error;
      conversation.takeBack();
      writer.fail(error.message);
    } finally {
      this.#reply = undefined;
    }
  }

  #interrupt(): void {
    if (this.#reply !== undefined) {
      this.#reply.abort();
      return;
    }
    if (this.#wantsToEnd) {
      this.#lines.close();
      return;
    }
    this.#wantsToEnd = true;
    this.#tell('Ctrl-C again, or Ctrl-D, ends the program.');
    this.#lines.prompt();
  }

  #tell(text: string): void {
    this.#parts.output.stderr.write(`${dim(this.#parts.output, text)}\n`);
  }
}
