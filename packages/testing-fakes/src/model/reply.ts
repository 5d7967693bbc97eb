/**
 * Default model: its replies depend only on the request and the seed of the world.
 *
 * Rules: INF-031, INF-034, INF-035, INF-036, INF-037, INF-039, INF-055, INF-081, INF-092, INF-094, INF-114.
 */
import type { World } from '../world/world.js';
import { commandTextOf, readCommand, type Command } from './command.js';
import { sampleInput } from '../samples/sample-input.js';
import { cutTokens, defaultTokenizer, type Tokenizer } from './tokens.js';
import { scriptPlanOf } from './script-plan.js';
import { scriptedReply } from './scripted-reply.js';
import type { ModelRequest, Reply, ReplyBlock } from './model-request.js';
import type { ModelTurn } from './turns.js';

/** World and token counter for a reply. */
export interface ModelParts {
  readonly world: World;
  /** Token counter. Defaults to the counter of the emulator. */
  readonly tokenizer?: Tokenizer | undefined;
}

export type { ModelRequest, ModelTool, Reply, ReplyBlock } from './model-request.js';

/**
 * Returns the scripted reply to a request, or the reply of the default model if no script applies.
 *
 * @param request - Request to the model.
 * @param parts - World with the scripts, and the token counter.
 */
export function replyTo(request: ModelRequest, parts: ModelParts): Reply {
  return scriptedReplyTo(request, parts) ?? defaultReplyTo(request, parts);
}

/** Returns the scripted reply to a request, or undefined if no script applies. */
export function scriptedReplyTo(
  request: ModelRequest,
  { world, tokenizer = defaultTokenizer }: ModelParts,
): Reply | undefined {
  const step = scriptPlanOf(world).next(request);
  return step === undefined ? undefined : scriptedReply(step, { world, tokenizer });
}

/**
 * Returns the reply of the default model: `You said: ` followed by the text of the last user turn, unless that turn is a
 * command or a tool call is forced.
 *
 * @param request - Request to the model.
 * @param parts - World and token counter.
 */
export function defaultReplyTo(
  request: ModelRequest,
  { world, tokenizer = defaultTokenizer }: ModelParts,
): Reply {
  const turn = request.turns.findLast(({ role }) => role === 'user');
  // Only the text of the turn can be a command, not its tool results.
  const command = readCommand(turn === undefined ? '' : commandTextOf(turn));
  const draft = new Draft(request, tokenizer);
  if (request.maxTokens === 0) return draft.end('max_tokens');
  if (command.kind === 'refuse') return draft.end('refusal');
  if ((request.thinking ?? 'off') !== 'off') {
    const opaque = (): string => world.random.token(64);
    if (command.kind === 'think' && !draft.think(command.text, `sig_${opaque()}`))
      return draft.end('max_tokens');
    if (command.kind === 'redact' && !draft.redact(command.text, opaque())) return draft.end('max_tokens');
  }
  const calls = toolsToCall(request, command);
  if (calls.length > 0)
    return draft.call(calls.map((call) => ({ type: 'tool_use', id: world.id('toolu_'), ...call })));
  const said = `You said: ${turn?.text || (turn?.results ?? '')}`;
  const text = request.say ?? (command.kind === 'long' ? words(command.words) : said);
  return draft.say(continueFrom(request.turns.at(-1), text));
}

/** Omits the text that a final assistant turn already contains. */
function continueFrom(last: ModelTurn | undefined, text: string): string {
  return last?.role === 'assistant' && text.startsWith(last.text) ? text.slice(last.text.length) : text;
}

/** Builds a reply within the token limit. */
class Draft {
  readonly #request: ModelRequest;
  readonly #tokenizer: Tokenizer;
  readonly #blocks: ReplyBlock[] = [];
  #tokens = 0;
  #thinkingTokens = 0;

  constructor(request: ModelRequest, tokenizer: Tokenizer) {
    this.#request = request;
    this.#tokenizer = tokenizer;
  }

  /** Adds a thinking block. Returns false if the limit truncated it. */
  think(text: string, signature: string): boolean {
    const cut = this.#fit(text);
    this.#thinkingTokens = this.#tokens;
    this.#blocks.push({
      type: 'thinking',
      thinking: this.#request.thinking === 'omitted' ? '' : cut,
      signature,
    });
    return cut.length === text.length;
  }

  /** Adds a block of redacted thinking. Returns false if the limit truncated it. */
  redact(text: string, data: string): boolean {
    this.#blocks.push({ type: 'other', block: { type: 'redacted_thinking', data } });
    const cut = this.#fit(text);
    this.#thinkingTokens = this.#tokens;
    return cut.length === text.length;
  }

  /** Adds a text and ends the reply. */
  say(text: string): Reply {
    const stop = firstStop(text, this.#request.stopSequences ?? []);
    const wanted = stop === undefined ? text : text.slice(0, stop.at);
    const cut = this.#fit(wanted);
    if (cut !== '') this.#blocks.push({ type: 'text', text: cut });
    if (cut.length < wanted.length) return this.end('max_tokens');
    return stop === undefined ? this.end('end_turn') : this.end('stop_sequence', stop.sequence);
  }

  /** Adds tool calls and ends the reply. A call that exceeds the limit is dropped, because partial input is not valid. */
  call(blocks: readonly (ReplyBlock & { type: 'tool_use' })[]): Reply {
    for (const block of blocks) {
      const text = `${block.name} ${JSON.stringify(block.input)}`;
      if (this.#fit(text).length < text.length) return this.end('max_tokens');
      this.#blocks.push(block);
    }
    return this.end('tool_use');
  }

  end(stopReason: Reply['stopReason'], stopSequence: string | null = null): Reply {
    return {
      blocks: this.#blocks,
      stopReason,
      stopSequence,
      outputTokens: Math.max(1, this.#tokens),
      ...(this.#thinkingTokens > 0 && { thinkingTokens: this.#thinkingTokens }),
    };
  }

  #fit(text: string): string {
    const cut = cutTokens(text, this.#request.maxTokens - this.#tokens, this.#tokenizer);
    this.#tokens += cut.tokens;
    return cut.text;
  }
}

interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

function toolsToCall({ tools = [], toolChoice }: ModelRequest, command: Command): readonly ToolCall[] {
  const choice = toolChoice?.type ?? 'auto';
  if (choice === 'none') return [];
  const requested = command.kind === 'tool' ? command.calls : [];
  const callable = requested.filter((call, index) => {
    const tool = tools.find(({ name }) => name === call.name);
    const earlier = requested.slice(0, index).filter(({ name }) => name === call.name);
    return (
      tool !== undefined &&
      earlier.length < (tool.max_uses ?? Infinity) &&
      (choice !== 'tool' || call.name === toolChoice?.name)
    );
  });
  if (callable.length > 0)
    return toolChoice?.disable_parallel_tool_use === true ? callable.slice(0, 1) : callable;
  const forced =
    choice === 'any'
      ? tools[0]
      : choice === 'tool'
        ? tools.find((tool) => tool.name === toolChoice?.name)
        : undefined;
  return forced === undefined ? [] : [{ name: forced.name, input: sampleInput(forced.input_schema) }];
}

function firstStop(
  text: string,
  sequences: readonly string[],
): { readonly at: number; readonly sequence: string } | undefined {
  let first: { readonly at: number; readonly sequence: string } | undefined;
  for (const sequence of sequences) {
    const at = sequence === '' ? -1 : text.indexOf(sequence);
    if (at >= 0 && (first === undefined || at < first.at)) first = { at, sequence };
  }
  return first;
}

const VOCABULARY = [
  'time',
  'river',
  'paper',
  'light',
  'stone',
  'garden',
  'letter',
  'window',
  'market',
  'season',
];

function words(count: number): string {
  return Array.from({ length: count }, (_, index) => VOCABULARY[index % VOCABULARY.length]).join(' ');
}
