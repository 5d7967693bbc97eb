/** An interactive conversation in the terminal. */
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { ParlanceError, type ContentBlockParam } from '@parlance/inference';
import { UsageError } from './arguments.js';
import { readAttachments } from './attachments.js';
import type { Conversation } from './conversation.js';
import { dim, ReplyWriter, type Output } from './terminal.js';

/** Options for {@link converse}. */
export interface InteractiveOptions {
  readonly conversation: Conversation;
  readonly stdin: Readable;
  readonly output: Output;
  /** Display name of the service. */
  readonly serviceName: string;
}

const COMMANDS = `/attach FILE   attach an image, PDF or text file to the next message
/clear         start a new conversation
/help          show this help
/quit          quit (or press Ctrl-D, or Ctrl-C twice)
Ctrl-C         interrupt the reply
Anything else is sent to the model. End a line with \\ to continue on the next line.`;

/**
 * Runs a conversation until the user quits or the input ends.
 *
 * @param options - See {@link InteractiveOptions}.
 */
export async function converse(options: InteractiveOptions): Promise<void> {
  await new InteractiveSession(options).run();
}

class InteractiveSession {
  readonly #options: InteractiveOptions;
  readonly #lines: Interface;
  /** Aborts the reply in flight, if any. */
  #replyAbort: AbortController | undefined;
  #isQuitting = false;
  #isClosed = false;
  #attached: ContentBlockParam[] = [];

  constructor(options: InteractiveOptions) {
    this.#options = options;
    this.#lines = createInterface({
      input: options.stdin,
      output: options.output.stderr,
      terminal: true,
      prompt: '> ',
    });
    this.#lines.on('SIGINT', () => this.#interrupt());
    this.#lines.once('close', () => {
      this.#isClosed = true;
    });
  }

  async run(): Promise<void> {
    this.#print(`Connected to ${this.#options.serviceName}. Type /help for a list of commands.`);
    let input = '';
    this.#lines.prompt();
    for await (const line of this.#lines) {
      this.#isQuitting = false;
      input += line;
      if (input.endsWith('\\')) {
        input = `${input.slice(0, -1)}\n`;
        continue;
      }
      const text = input.trim();
      input = '';
      if (text === '/quit') break;
      if (text !== '') await this.#handle(text);
      // The input can end while a reply streams.
      if (!this.#isClosed) this.#lines.prompt();
    }
    this.#lines.close();
  }

  async #handle(text: string): Promise<void> {
    const { conversation } = this.#options;
    const file = /^\/attach\s+(.+)$/.exec(text)?.[1];
    if (text === '/help') this.#print(COMMANDS);
    else if (text === '/clear') {
      conversation.clear();
      this.#attached = [];
      this.#print('Started a new conversation.');
    } else if (file !== undefined) await this.#attach(file);
    else await this.#send(text);
  }

  async #attach(file: string): Promise<void> {
    try {
      this.#attached.push(...(await readAttachments([file])));
      this.#print(`Attached ${file} to your next message.`);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.#print(error.message);
    }
  }

  async #send(text: string): Promise<void> {
    const { conversation, output } = this.#options;
    const attached = this.#attached;
    const content: ContentBlockParam[] = [...attached, { type: 'text', text }];
    const writer = new ReplyWriter(output);
    conversation.addUserMessage(content);
    this.#attached = [];
    const { signal } = (this.#replyAbort = new AbortController());
    try {
      this.#print(`[sending ${await conversation.countTokens(signal)} tokens]`);
      writer.end(await conversation.reply(writer, signal));
    } catch (error) {
      if (signal.aborted) return writer.end({ stopReason: undefined, usage: undefined });
      if (!ParlanceError.is(error)) throw error;
      // A message that failed can be sent again. After a tool was called, its result must stay.
      if (conversation.removeUnanswered(content)) this.#attached = attached;
      writer.fail(error.message);
    } finally {
      this.#replyAbort = undefined;
    }
  }

  #interrupt(): void {
    if (this.#replyAbort !== undefined) {
      this.#replyAbort.abort();
      return;
    }
    if (this.#isQuitting) {
      this.#lines.close();
      return;
    }
    this.#isQuitting = true;
    this.#print('Press Ctrl-C again to quit.');
    this.#lines.prompt();
  }

  #print(text: string): void {
    this.#options.output.stderr.write(`${dim(this.#options.output, text)}\n`);
  }
}
