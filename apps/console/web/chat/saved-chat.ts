// zod/mini never compiles code at runtime, which the page's content security policy forbids.
import * as z from 'zod/mini';
import type { Usage } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';
import { DEFAULT_SETTINGS, type ChatSettings } from './chat-settings.js';
import type { Turn, TurnBlock } from './turn.js';

/** The part of the chat that persists across visits, in this browser only. */
interface SavedChat {
  readonly turns: readonly Turn[];
  readonly settings: ChatSettings;
}

const NAME = 'chat';

type Fields<T> = { readonly [Key in keyof T]-?: z.ZodMiniType<T[Key]> };

/** Accepts values that match the schema and preserves them unchanged, including unknown properties. */
function like<T>(schema: z.ZodMiniType): z.ZodMiniType<T> {
  return z.custom<T>((value) => schema.safeParse(value).success);
}

const block = z
  .looseObject({ type: z.string() })
  .check(z.refine((one) => one.type !== 'text' || typeof one['text'] === 'string'));
const problem = z.looseObject({ code: z.string(), message: z.string(), kind: z.string() });
const usage = z.looseObject({ input_tokens: z.number(), output_tokens: z.number() });

const turn = z.object({
  key: z.string(),
  role: z.enum(['user', 'assistant']),
  blocks: z.array(like<TurnBlock>(block)),
  state: z.enum(['done', 'writing', 'stopped', 'cut', 'replaced']),
  resumed: z.optional(z.enum(['continued', 'again'])),
  limit: z.optional(z.number()),
  problem: z.optional(like<Problem>(problem)),
  model: z.optional(z.string()),
  usage: z.optional(like<Usage>(usage)),
  stopReason: z.nullish(z.string()),
  requestId: z.nullish(z.string()),
  cost: z.nullish(z.number()),
} satisfies Fields<Turn>);

const settings = z.object({
  model: z._default(z.string(), DEFAULT_SETTINGS.model),
  system: z._default(z.string(), DEFAULT_SETTINGS.system),
  maxTokens: z._default(z.number(), DEFAULT_SETTINGS.maxTokens),
  thinking: z._default(z.boolean(), DEFAULT_SETTINGS.thinking),
  tools: z._default(z.boolean(), DEFAULT_SETTINGS.tools),
} satisfies Fields<ChatSettings>);

const SavedChatSchema = z.object({ turns: z.array(turn), settings });

/**
 * Saves the conversation. Drops its files if it exceeds the browser's storage quota, and its turns if that is not
 * enough.
 */
export function saveChat({ turns, settings }: SavedChat): void {
  const light = (): Turn[] => turns.map((turn) => ({ ...turn, blocks: turn.blocks.map(withoutData) }));
  for (const candidate of [() => turns, light, () => []]) {
    try {
      localStorage.setItem(NAME, JSON.stringify({ turns: candidate(), settings }));
      return;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }
}

/** Replaces a file that is too large to save with a note, which the model sees too if the conversation continues. */
function withoutData(block: TurnBlock): TurnBlock {
  if (block.type !== 'image' && block.type !== 'document') return block;
  const name = block.type === 'document' ? (block.title ?? 'A document') : 'An image';
  return { type: 'text', text: `[${name} was attached here but was too large to save.]` };
}

/** Loads the saved chat. Returns `fallback` if nothing is saved, or if another version of the page saved it. */
export function loadChat(fallback: SavedChat): SavedChat {
  const saved = SavedChatSchema.safeParse(parse(localStorage.getItem(NAME)));
  if (!saved.success) return fallback;
  return { turns: saved.data.turns.map(restore), settings: saved.data.settings };
}

function parse(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return undefined;
  }
}

/**
 * Restores a turn after a reload. A reply that was being written becomes one that was cut. If the reload aborted its
 * request, the saved problem says that the console is unreachable, which is no longer true.
 */
function restore(turn: Turn): Turn {
  if (turn.state === 'writing') return { ...turn, state: 'cut' };
  return turn.problem?.code === 'console_unreachable' ? { ...turn, problem: undefined } : turn;
}
