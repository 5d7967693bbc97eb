/** Terminal output: the reply goes to standard output, everything else to standard error. */
import type { Writable } from 'node:stream';
import type { ContentBlock, ToolResultBlockParam, Usage } from '@parlance/inference';
import type { ReplyEnd, ReplyListener } from './conversation.js';

/** Output streams of the program. */
export interface Output {
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether standard error supports colors. */
  readonly isColored: boolean;
}

/** Maximum length of a tool result that is shown, in characters. */
const MAX_RESULT_CHARACTERS = 500;

/** Writes a reply as it streams. */
export class ReplyWriter implements ReplyListener {
  readonly #output: Output;
  #isThinking = false;
  #endsLine = true;

  /** @param output - Output streams. */
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
      this.#note(`source ${JSON.stringify((citation as { cited_text?: unknown }).cited_text)}`);
  }

  onToolResult({ content, is_error: isError }: ToolResultBlockParam): void {
    const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
    this.#note(
      `${isError === true ? 'tool failed' : 'tool returned'} ${text.slice(0, MAX_RESULT_CHARACTERS)}`,
    );
  }

  /** Ends the reply: writes a line break, then why it ended and its token usage. */
  end({ stopReason, usage }: ReplyEnd): void {
    const tokens = usage === undefined ? '' : `, ${usageText(usage)}`;
    this.#note(`${stopReason ?? 'interrupted'}${tokens}`);
  }

  /** Ends a failed reply with an error message. */
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

/** Dims a text if the output supports colors. */
export function dim(output: Output, text: string): string {
  return output.isColored ? `\u001B[2m${text}\u001B[22m` : text;
}
