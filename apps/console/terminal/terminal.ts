/** What the user sees: the reply on standard output, everything else on standard error. */
import type { Writable } from 'node:stream';
import type { ContentBlock, ToolResultBlockParam, Usage } from '@parlance/inference';
import type { ReplyEnd, ReplyListener } from './conversation.js';

/** Where the program writes. */
export interface Output {
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether standard error understands colours. */
  readonly isColored: boolean;
}

/** Longest result of a tool that is shown, in characters. */
const MAX_SHOWN = 500;

/** Writes a reply as it arrives. */
export class ReplyWriter implements ReplyListener {
  readonly #output: Output;
  #isThinking = false;
  #endsLine = true;

  /** @param output - Where to write. */
  constructor(output: Output) {
    this.#output = output;
  }

  onText(text: string): void {
    this.#endThinking();
    this.#output.stdout.write(text);
    if (text !== '') this.#endsLine = text.endsWith('\n');
  }

  onThinking(thinking: string): void {
    this.#isThinking = true;
    this.#output.stderr.write(dim(this.#output, thinking));
  }

  onBlock(block: ContentBlock): void {
    this.#endThinking();
    if (block.type === 'tool_use' || block.type === 'server_tool_use')
      this.#note(`tool ${block.name} ${JSON.stringify(block.input)}`);
    if (block.type !== 'text') return;
    for (const citation of block.citations ?? [])
      this.#note(`cites ${JSON.stringify((citation as { cited_text?: unknown }).cited_text)}`);
  }

  onToolResult({ content, is_error: isError }: ToolResultBlockParam): void {
    const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
    this.#note(`${isError === true ? 'tool failed' : 'tool gave'} ${text.slice(0, MAX_SHOWN)}`);
  }

  /** Ends the reply: a line break after its text, then why it ended and what it took. */
  end({ stopReason, usage }: ReplyEnd): void {
    const taken = usage === undefined ? '' : `, ${usageText(usage)}`;
    this.#note(`${stopReason ?? 'interrupted'}${taken}`);
  }

  /** Ends a reply that failed. */
  fail(message: string): void {
    this.#note(message);
  }

  #note(text: string): void {
    this.#endThinking();
    this.#endLine();
    this.#output.stderr.write(`${dim(this.#output, `[${text}]`)}\n`);
  }

  #endThinking(): void {
    if (this.#isThinking) this.#output.stderr.write('\n');
    this.#isThinking = false;
  }

  #endLine(): void {
    if (!this.#endsLine) this.#output.stdout.write('\n');
    this.#endsLine = true;
  }
}

function usageText(usage: Usage): string {
  const cached = usage.cache_read_input_tokens ?? 0;
  const input = usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + cached;
  return `${input} input tokens${cached > 0 ? ` (${cached} cached)` : ''}, ${usage.output_tokens} output tokens`;
}

/** Makes a text faint where colours are understood. */
export function dim(output: Output, text: string): string {
  return output.isColored ? `\u001B[2m${text}\u001B[22m` : text;
}
