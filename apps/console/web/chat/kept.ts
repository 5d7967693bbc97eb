import type { ChatSettings } from './chat-settings.js';
import type { Turn, TurnBlock } from './turn.js';

/** What is kept between visits, in this browser only. */
interface Kept {
  readonly turns: readonly Turn[];
  readonly settings: ChatSettings;
}

const NAME = 'chat';

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

/** Reads what was kept. */
export function readKept(otherwise: Kept): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? 'null') as Kept | null;
    if (kept === null) return otherwise;
    return { turns: kept.turns.map(asFound), settings: { ...otherwise.settings, ...kept.settings } };
  } catch {
    return otherwise;
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
