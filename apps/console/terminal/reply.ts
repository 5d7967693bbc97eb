/** Replies to a prompt: the reply goes to standard output, everything else to standard error. */
import type { Writable } from 'node:stream';
import {
  runTools,
  type ContentBlock,
  type ContentBlockParam,
  type InferenceClient,
  type ToolResultBlockParam,
  type Usage,
} from '@parlance/inference';
import { SAMPLE_TOOLS } from '../server/sample-tools.js';
import type { Arguments } from './arguments.js';

/** Exit code of a program that was interrupted with Ctrl-C. */
export const INTERRUPTED = 130;

/** Maximum length of a tool result that is shown, in characters. */
const MAX_RESULT_CHARACTERS = 500;

/** Output streams of the program. */
export interface Output {
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether standard error supports colors. */
  readonly isColored: boolean;
}

/** Options for {@link reply}. */
export interface ReplyContext {
  readonly client: InferenceClient;
  /** Model, system prompt and token limits. */
  readonly settings: Arguments;
  readonly output: Output;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
}

/**
 * Streams the reply to a prompt, and runs the tools that it calls.
 *
 * @returns Exit code: 0, or 130 if interrupted.
 * @throws {ParlanceError} When a request fails.
 */
export async function reply(
  prompt: ContentBlockParam[],
  { client, settings, output, signal }: ReplyContext,
): Promise<number> {
  const { model, maxTokens, system, thinkingTokens } = settings;
  const writer = new ReplyWriter(output);
  const params = {
    model,
    max_tokens: maxTokens,
    messages: [{ role: 'user' as const, content: prompt }],
    tools: SAMPLE_TOOLS,
    ...(system !== undefined && { system }),
    ...(thinkingTokens !== undefined && {
      thinking: { type: 'enabled' as const, budget_tokens: thinkingTokens },
    }),
  };
  try {
    const { message, usage } = await runTools(client, params, {
      signal,
      onStream: (stream) =>
        void stream
          .on('text', (text) => writer.onText(text))
          .on('thinking', (thinking) => writer.onThinking(thinking))
          .on('contentBlock', (block) => writer.onBlock(block)),
      onStep: ({ results }) => results.forEach((result) => writer.onToolResult(result)),
    });
    writer.end(`${message.stop_reason}, ${usageText(usage)}`);
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    writer.end('interrupted');
    return INTERRUPTED;
  }
}

/** Writes a reply as it streams. */
class ReplyWriter {
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

  /** Ends the reply: writes why it ended. */
  end(why: string): void {
    this.#note(why);
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
function dim(output: Output, text: string): string {
  return output.isColored ? `\u001B[2m${text}\u001B[22m` : text;
}
