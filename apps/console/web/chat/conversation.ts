import { useSyncExternalStore } from 'react';
import type { ContentBlockParam } from '@parlance/schemas';
import type { ChatUpdate } from '../../server/chat.js';
import type { Problem } from '../../server/problem.js';
import { problemFrom, watch } from '../rpc.js';
import { outage } from '../shell/outage.js';
import { applyEvent } from './apply-event.js';
import { DEFAULT_SETTINGS, settingsBody, type ChatSettings } from './chat-settings.js';
import { readKept, keep } from './kept.js';
import { planReply, type ReplyPlan } from './reply-plan.js';
import { newTurn, type Turn } from './turn.js';

/** A service that cuts every reply is not asked for ever: after so many times without an end it takes a click. */
const MOST_RESUMES = 3;

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
  #resumes = 0;
  /** Whether there is something to keep: a tab that has only looked on must not undo what another has kept. */
  #isChanged = false;

  constructor() {
    this.#state = { ...readKept({ turns: [], settings: DEFAULT_SETTINGS }), busy: false };
    outage.onBack(() => this.#resume());
    addEventListener('pagehide', () => this.#keep());
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
    this.#resumes = 0;
    await this.#answer();
  }

  /** Ends the reply that is being written; what has arrived stays. */
  stop(): void {
    this.#stop?.abort();
  }

  /** Answers what has not been answered to its end. */
  goOn(): void {
    this.#resumes = 0;
    if (!this.#state.busy && this.#isOpen()) void this.#answer();
  }

  /** Begins anew. */
  clear(): void {
    this.stop();
    this.#set({ turns: [] });
    this.#keep();
  }

  #isOpen(): boolean {
    const last = this.#state.turns.at(-1);
    return last !== undefined && (last.role === 'user' || last.state === 'cut' || last.state === 'stopped');
  }

  /** The service is back: what it could not answer is asked for again. */
  #resume(): void {
    if (this.#state.busy || this.#state.turns.at(-1)?.problem?.kind !== 'connection') return;
    if (this.#resumes >= MOST_RESUMES) return;
    this.#resumes += 1;
    void this.#answer();
  }

  async #answer(mayContinue = true): Promise<void> {
    const plan = planReply(this.#state.turns, mayContinue);
    const stop = (this.#stop = new AbortController());
    this.#set({ turns: plan.turns, busy: true });
    this.#keep();
    const problem = await this.#receive(plan, stop.signal);
    const isRefused = plan.continues && problem?.status === 400 && this.#state.turns === plan.turns;
    if (problem !== undefined) this.#change((turn) => ({ ...turn, state: 'cut', problem }));
    this.#set({ busy: false });
    this.#keep();
    // Not every model goes on with a text; each answers anew.
    if (isRefused) await this.#answer(false);
    else if (problem === undefined) this.#resumes = 0;
    else outage.report(problem);
  }

  /** Takes the reply into the last turn and those that follow it; gives the failure, if it did not come to its end. */
  async #receive(plan: ReplyPlan, signal: AbortSignal): Promise<Problem | undefined> {
    const { settings } = this.#state;
    const params = {
      ...settingsBody(settings, { thinks: !plan.continues }),
      max_tokens: settings.maxTokens,
      messages: plan.messages,
    };
    const place: Place = { turn: 0, offset: plan.offset };
    try {
      for await (const update of watch('chat.send', params, signal)) this.#take(update, place);
      return undefined;
    } catch (error) {
      if (!signal.aborted) return problemFrom(error);
      this.#change((turn) => ({ ...turn, state: 'stopped' }));
      return undefined;
    }
  }

  #take(update: ChatUpdate, place: Place): void {
    switch (update.kind) {
      case 'event':
        if (update.turn !== place.turn) this.#beginReply(update.turn, place);
        return this.#change((turn) => applyEvent(turn, update.event, place.offset));
      case 'reply': {
        const { requestId, cost } = update;
        return this.#change((turn) => ({ ...turn, requestId, cost, state: 'done' }));
      }
      case 'results':
        return this.#set({
          turns: [...this.#state.turns, newTurn('user', update.results), newTurn('assistant')],
        });
      case 'limit':
        return this.#change((turn) => ({ ...turn, state: 'cut', limit: update.replies }));
    }
  }

  /** The next reply of a run: it goes to the turn that waits for it, or to a new one after a pause. */
  #beginReply(number: number, place: Place): void {
    place.turn = number;
    place.offset = 0;
    const { turns } = this.#state;
    if (turns.at(-1)?.state !== 'writing') this.#set({ turns: [...turns, newTurn('assistant')] });
  }

  #change(change: (turn: Turn) => Turn): void {
    const { turns } = this.#state;
    const last = turns.at(-1);
    if (last !== undefined) this.#set({ turns: [...turns.slice(0, -1), change(last)] });
  }

  #set(change: Partial<ConversationState>): void {
    this.#state = { ...this.#state, ...change };
    this.#isChanged = true;
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #keep(): void {
    if (this.#isChanged) keep(this.#state);
    this.#isChanged = false;
  }

  #draw(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

/** Where the events of a run go. */
interface Place {
  /** Number of the reply that is being written. */
  turn: number;
  /** Place of its first block in its turn: more than 0 when a cut reply is gone on with. */
  offset: number;
}

/** The one of this page. */
export const conversation: Conversation = new Conversation();

/** Its present state. */
export function useConversation(): ConversationState {
  return useSyncExternalStore(conversation.subscribe, () => conversation.state);
}
