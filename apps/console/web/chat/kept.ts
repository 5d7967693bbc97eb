// The small edition of zod: it never compiles code, which the policy of the page forbids.
import * as z from 'zod/mini';
import type { Usage } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';
import { DEFAULT_SETTINGS, type ChatSettings } from './chat-settings.js';
import type { Turn, TurnBlock } from './turn.js';

/** What is kept between visits, in this browser only. */
interface Kept {
  readonly turns: readonly Turn[];
  readonly settings: ChatSettings;
}

const NAME = 'chat';

type Fields<T> = { readonly [Key in keyof T]-?: z.ZodMiniType<T[Key]> };

/** Values that have at least what the page needs to show them; the rest of them stays. */
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

const KeptSchema = z.object({ turns: z.array(turn), settings });

/** Keeps the conversation; without its files when it is too large for the browser's storage. */
export function keep({ turns, settings }: Kept): void {
  const light = (): Turn[] => turns.map((turn) => ({ ...turn, blocks: turn.blocks.map(withoutData) }));
  for (const kept of [() => turns, light, () => []]) {
    try {
      localStorage.setItem(NAME, JSON.stringify({ turns: kept(), settings }));
      return;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }
}

/** What stands for a file that is too large to keep. The model is told, too, should the conversation go on. */
function withoutData(block: TurnBlock): TurnBlock {
  if (block.type !== 'image' && block.type !== 'document') return block;
  const name = block.type === 'document' ? (block.title ?? 'A document') : 'An image';
  return { type: 'text', text: `[${name} was attached here. It was too large to be kept.]` };
}

/** Reads what was kept; `otherwise` when there is nothing, or what another version of the page has left. */
export function readKept(otherwise: Kept): Kept {
  const kept = KeptSchema.safeParse(parsed(localStorage.getItem(NAME)));
  if (!kept.success) return otherwise;
  return { turns: kept.data.turns.map(asFound), settings: kept.data.settings };
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return undefined;
  }
}

/**
 * A turn as the next visit finds it. A reply that was being written when the page went away is one that was cut; when
 * the browser ended its request first, it looked as if the console had gone, which has answered since.
 */
function asFound(turn: Turn): Turn {
  if (turn.state === 'writing') return { ...turn, state: 'cut' };
  return turn.problem?.code === 'console_unreachable' ? { ...turn, problem: undefined } : turn;
}
