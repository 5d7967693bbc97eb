import type { ChatSettings } from './chat-settings.js';
import type { Turn } from './turn.js';

/** What is kept between visits, in this browser only. */
interface Kept {
  readonly turns: readonly Turn[];
  readonly settings: ChatSettings;
}

const NAME = 'chat';

/** Keeps the conversation; when it is too large for the browser's storage, the settings alone. */
export function keep({ turns, settings }: Kept): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ turns, settings }));
  } catch {
    localStorage.setItem(NAME, JSON.stringify({ turns: [], settings }));
  }
}

/** Reads what was kept. A reply that was being written when the page went away is one that was cut. */
export function readKept(otherwise: Kept): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? 'null') as Kept | null;
    if (kept === null) return otherwise;
    const turns = kept.turns.map((turn) =>
      turn.state === 'writing' ? { ...turn, state: 'cut' as const } : turn,
    );
    return { turns, settings: { ...otherwise.settings, ...kept.settings } };
  } catch {
    return otherwise;
  }
}
