// zod/mini never compiles code at runtime, which the page's content security policy forbids.
import * as z from 'zod/mini';
import type { Usage } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';
import { DEFAULT_SETTINGS, type ChatSettings } from './chat-settings.js';
import type { Turn, TurnBlock } from './turn.js';

/** The part of a conversation that persists across visits, in this browser only. */
export interface SavedChat {
  readonly turns: readonly Turn[];
  readonly settings: ChatSettings;
}

/** A saved conversation in the list. */
export interface ChatEntry {
  readonly id: string;
  /** The beginning of its first text. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** Prefix of the names in the browser's storage. */
export const PREFIX = 'chat ';

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

const SavedChatSchema = z.object({ turns: z.array(turn), settings, savedAt: z._default(z.number(), 0) });

/**
 * Saves a conversation, and returns its turns as saved. Another tab may have added some, which are kept. Files are left
 * out if they exceed the browser's storage quota. If the rest does too, what was saved before stays.
 *
 * @param id - ID of the conversation.
 * @param chat - The conversation in this tab.
 * @param seen - Keys of all turns that this tab has shown. One that it no longer has was removed.
 */
export function saveChat(id: string, chat: SavedChat, seen: ReadonlySet<string>): readonly Turn[] {
  const { settings } = chat;
  const own = new Map(chat.turns.map((one) => [one.key, one]));
  const saved = readChat(id)?.turns ?? [];
  const known = new Set(saved.map(({ key }) => key));
  const turns = [
    ...saved
      .filter(({ key }) => own.has(key) || !seen.has(key))
      .map((one) => own.get(one.key) ?? restore(one)),
    ...chat.turns.filter(({ key }) => !known.has(key)),
  ];
  const light = (): Turn[] => turns.map((one) => ({ ...one, blocks: one.blocks.map(withoutData) }));
  for (const candidate of [() => turns, light]) {
    try {
      const json = JSON.stringify({ turns: candidate(), settings, savedAt: Date.now() });
      localStorage.setItem(PREFIX + id, json);
      return turns;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }
  return turns;
}

/** Lists the saved conversations, the latest first. */
export function listChats(): ChatEntry[] {
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(PREFIX))
    .flatMap((name) => {
      const id = name.slice(PREFIX.length);
      const saved = readChat(id);
      return saved === undefined ? [] : [{ id, title: titleOf(saved.turns), savedAt: saved.savedAt }];
    })
    .toSorted((a, b) => b.savedAt - a.savedAt);
}

/** Deletes a saved conversation. */
export function deleteChat(id: string): void {
  localStorage.removeItem(PREFIX + id);
}

function titleOf(turns: readonly Turn[]): string {
  const texts = turns.flatMap(({ blocks }) => blocks).filter((one) => one.type === 'text');
  return (
    texts[0]?.text.replaceAll(/\s+/g, ' ').trim().slice(0, 80) ||
    (turns.length === 0 ? 'No messages' : 'Files only')
  );
}

/** Replaces a file that is too large to save with a note, which the model sees too if the conversation continues. */
function withoutData(block: TurnBlock): TurnBlock {
  if (block.type !== 'image' && block.type !== 'document') return block;
  const name = block.type === 'document' ? (block.title ?? 'A document') : 'An image';
  return { type: 'text', text: `[${name} was attached here but was too large to save.]` };
}

/** Loads a saved conversation. Returns undefined if it does not exist, or if another version of the page saved it. */
export function loadChat(id: string): SavedChat | undefined {
  const saved = readChat(id);
  return saved && { turns: saved.turns.map(restore), settings: saved.settings };
}

function readChat(id: string): z.infer<typeof SavedChatSchema> | undefined {
  return SavedChatSchema.safeParse(parse(localStorage.getItem(PREFIX + id))).data;
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
