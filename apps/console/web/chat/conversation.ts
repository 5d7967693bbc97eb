import { useSyncExternalStore } from 'react';
import type { ContentBlockParam } from '@parlance/schemas';
import type { ChatUpdate } from '../../server/chat.js';
import { problemFrom, watch } from '../rpc.js';
import { outage } from '../shell/outage.js';
import { applyEvent } from './apply-event.js';
import { DEFAULT_SETTINGS, settingsBody, type ChatSettings } from './chat-settings.js';
import { readKept, keep } from './kept.js';
import { isContinuable, messagesOf, type Turn } from './turn.js';

/** What the page shows. */
export interface ConversationState {
  readonly turns: readonly Turn[];
  readonly settings: ChatSettings;
  readonly busy: boolean;
}

/**
 * The conversation: the page's only state of the chat, outside React so that it survives a change of pages and draws
 * at most once a frame, however fast a reply arrives.
 */
class Conversation {
  #state: ConversationState;
  #watchers = new Set<() => void>();
  #stop: AbortController | undefined;
  #frame = 0;

  constructor() {
    this.#state = { ...readKept({ turns: [], settings: DEFAULT_SETTINGS }), busy: false };
    outage.onBack(() => this.goOn());
    addEventListener('pagehide', () => keep(this.#state));
  }

  get state(): ConversationState {
    return this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  };

  setSettings(change: Partial<ChatSettings>): void {
    this.#set({ settings: { ...this.#state.settings, ...change } });
    // A field that is being typed in must be drawn at once.
    this.#draw();
  }

  /** Sends what the user wrote and attached. */
  async send(blocks: readonly ContentBlockParam[]): Promise<void> {
    this.#set({ turns: [...this.#state.turns, newTurn('user', blocks)] });
    await this.#answer();
  }

  /** Ends the reply that is being written; what has arrived stays. */
  stop(): void {
    this.#stop?.abort();
  }

  /** Answers again what has not been answered: after a failure, or when the service is back. */
  goOn(): void {
    const last = this.#state.turns.at(-1);
    if (this.#state.busy || last === undefined || (last.role === 'assistant' && last.state !== 'cut')) return;
    void this.#answer();
  }

  /** Begins anew. */
  clear(): void {
    this.stop();
    this.#set({ turns: [] });
    keep(this.#state);
  }

  async #answer(): Promise<void> {
    const { settings } = this.#state;
    this.#prepare(settings);
    const stop = (this.#stop = new AbortController());
    this.#set({ busy: true });
    keep(this.#state);
    const params = {
      ...settingsBody(settings),
      max_tokens: settings.maxTokens,
      messages: messagesOf(this.#state.turns),
    };
    let offset = this.#begin();
    try {
      for await (const update of watch('chat.send', params, stop.signal)) {
        if (this.#take(update, offset)) offset = 0;
      }
      this.#change((turn) => ({ ...turn, state: 'done' }));
    } catch (error) {
      if (stop.signal.aborted) this.#change((turn) => ({ ...turn, state: 'stopped' }));
      else {
        const problem = problemFrom(error);
        this.#change((turn) => ({ ...turn, state: 'cut', problem }));
        outage.report(problem);
      }
    }
    this.#set({ busy: false });
    keep(this.#state);
  }

  /** A cut reply that cannot be continued gives way to a new one. */
  #prepare(settings: ChatSettings): void {
    const last = this.#state.turns.at(-1);
    if (last?.role !== 'assistant') return;
    if (isContinuable(last) && !('thinking' in settingsBody(settings))) {
      this.#change((turn) => ({ ...withoutTrailingSpace(turn), state: 'writing', problem: undefined }));
      return;
    }
    this.#set({ turns: this.#state.turns.slice(0, -1) });
  }

  /** Makes sure of the turn that the reply goes to; gives the place of the block that it begins in. */
  #begin(): number {
    const last = this.#state.turns.at(-1);
    if (last?.role !== 'assistant') {
      this.#set({ turns: [...this.#state.turns, newTurn('assistant', [])] });
      return 0;
    }
    return last.blocks.length - 1;
  }

  /** Takes an update; true when it began another turn. */
  #take(update: ChatUpdate, offset: number): boolean {
    if (update.kind === 'event') {
      this.#change((turn) => applyEvent(turn, update.event, offset));
      return false;
    }
    if (update.kind === 'replied') {
      this.#change((turn) => ({ ...turn, requestId: update.requestId, cost: update.cost, state: 'done' }));
      return false;
    }
    const { turns } = this.#state;
    this.#set({ turns: [...turns, newTurn('user', update.results), newTurn('assistant', [])] });
    return true;
  }

  #change(change: (turn: Turn) => Turn): void {
    const { turns } = this.#state;
    const last = turns.at(-1);
    if (last !== undefined) this.#set({ turns: [...turns.slice(0, -1), change(last)] });
  }

  #set(change: Partial<ConversationState>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

/** The service refuses to continue a text that ends in white space. */
function withoutTrailingSpace(turn: Turn): Turn {
  const last = turn.blocks.at(-1);
  if (last?.type !== 'text') return turn;
  return { ...turn, blocks: [...turn.blocks.slice(0, -1), { ...last, text: last.text.trimEnd() }] };
}

function newTurn(role: Turn['role'], blocks: readonly ContentBlockParam[]): Turn {
  return { key: crypto.randomUUID(), role, blocks, state: role === 'user' ? 'done' : 'writing' };
}

/** The one of this page. */
export const conversation: Conversation = new Conversation();

/** Its present state. */
export function useConversation(): ConversationState {
  return useSyncExternalStore(conversation.subscribe, () => conversation.state);
}
