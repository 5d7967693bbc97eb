import { useSyncExternalStore } from 'react';
import type { ContentBlockParam } from '@parlance/schemas';
import type { ChatUpdate } from '../../server/chat.js';
import type { Problem } from '../../server/problem.js';
import { api, problemFrom, watch } from '../api.js';
import { outage } from '../outage.js';
import { applyEvent } from './apply-event.js';
import { DEFAULT_SETTINGS, settingsBody, type ChatSettings } from './chat-settings.js';
import { listChats, loadChat, PREFIX, saveChat, type SavedChat } from './saved-chat.js';
import { planReply, type ReplyPlan } from './reply-plan.js';
import { lastQuestionIn, newTurn, textOf, type Turn } from './turn.js';

/** Maximum automatic resumes of a reply that keeps being cut. After that, the user has to click. */
const MOST_RESUMES = 3;

/** State of the chat page. */
export interface ConversationState {
  readonly id: string;
  readonly turns: readonly Turn[];
  readonly settings: ChatSettings;
  readonly busy: boolean;
}

/**
 * The conversation of the chat page. It lives outside React so that it survives navigation and renders at most once per
 * frame, however fast a reply arrives.
 */
class Conversation {
  #state: ConversationState;
  #watchers = new Set<() => void>();
  #stop: AbortController | undefined;
  #frame = 0;
  #resumes = 0;
  /** Whether there are unsaved changes. An idle tab must not overwrite what another tab has saved. */
  #isChanged = false;

  /** Keys of the turns that this tab has shown, which distinguishes those of other tabs from those that it removed. */
  readonly #seen = new Set<string>();

  constructor() {
    const latest = listChats()[0]?.id;
    const saved = latest === undefined ? undefined : loadChat(latest);
    this.#state = stateOf(latest ?? crypto.randomUUID(), saved ?? { turns: [], settings: DEFAULT_SETTINGS });
    outage.onBack(() => this.#resume());
    addEventListener('pagehide', () => this.#save());
    // Another tab has saved this conversation.
    addEventListener('storage', ({ key }) => {
      if (key === PREFIX + this.#state.id && !this.#state.busy && !this.#isChanged)
        this.#show(this.#state.id);
    });
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
    // Controlled inputs must render synchronously, or the caret jumps.
    this.#notify();
  }

  /** Sends a user message and streams the reply. */
  async send(blocks: readonly ContentBlockParam[]): Promise<void> {
    this.#set({ turns: [...this.#state.turns, newTurn('user', blocks)] });
    this.#resumes = 0;
    await this.#requestReply();
  }

  /** Stops the reply that is being written. Keeps what has arrived. */
  stop(): void {
    this.#stop?.abort();
  }

  /** Continues or retries a reply that was stopped or cut. */
  continueReply(): void {
    this.#resumes = 0;
    if (!this.#state.busy && this.#isOpen()) void this.#requestReply();
  }

  /** Requests the last reply again, which replaces it and its tool calls. */
  regenerate(): void {
    if (this.#state.busy) return;
    this.#keep(lastQuestionIn(this.#state.turns) + 1);
    this.#resumes = 0;
    void this.#requestReply();
  }

  /** Removes the last question and its replies, and returns its text, to edit it. */
  takeBack(): string {
    const question = lastQuestionIn(this.#state.turns);
    const { blocks = [] } = this.#state.turns[question] ?? {};
    this.stop();
    this.#keep(question);
    this.#set({ busy: false });
    this.#save();
    return textOf(blocks);
  }

  /** Keeps the first turns, also in other tabs. */
  #keep(count: number): void {
    for (const { key } of this.#state.turns) this.#seen.add(key);
    this.#set({ turns: this.#state.turns.slice(0, count) });
  }

  /** Starts a new conversation and returns its ID. The current one stays in the list. */
  start(): string {
    this.#leave();
    this.#state = stateOf(crypto.randomUUID(), { turns: [], settings: this.#state.settings });
    this.#notify();
    return this.#state.id;
  }

  /** Opens a saved conversation. Returns whether it exists. */
  open(id: string): boolean {
    if (id === this.#state.id) return true;
    if (loadChat(id) === undefined) return false;
    this.#leave();
    this.#show(id);
    return true;
  }

  /** Stops and saves the current conversation. */
  #leave(): void {
    if (this.#state.busy) this.#change((turn) => ({ ...turn, state: 'stopped' }));
    this.stop();
    this.#save();
    this.#seen.clear();
  }

  #show(id: string): void {
    const saved = loadChat(id);
    if (saved === undefined) return;
    this.#state = stateOf(id, saved);
    this.#notify();
  }

  #isOpen(): boolean {
    const last = this.#state.turns.at(-1);
    return last !== undefined && (last.role === 'user' || last.state === 'cut' || last.state === 'stopped');
  }

  /** Resumes a reply that failed because the service was unreachable. */
  #resume(): void {
    if (this.#state.busy || this.#state.turns.at(-1)?.problem?.kind !== 'connection') return;
    if (this.#resumes >= MOST_RESUMES) return;
    this.#resumes += 1;
    void this.#requestReply();
  }

  async #requestReply(mayContinue = true): Promise<void> {
    const plan = planReply(this.#state.turns, mayContinue);
    const stop = (this.#stop = new AbortController());
    this.#set({ turns: plan.turns, busy: true });
    this.#save();
    const { id } = this.#state;
    const problem = await this.#receive(plan, stop.signal);
    // Another conversation was opened in the meantime.
    if (id !== this.#state.id) return;
    const isRefused = plan.continues && problem?.status === 400 && this.#state.turns === plan.turns;
    if (problem !== undefined) this.#change((turn) => ({ ...turn, state: 'cut', problem }));
    this.#set({ busy: false });
    this.#save();
    // Not every model accepts a partial assistant turn. All of them accept the request without it.
    if (isRefused) await this.#requestReply(false);
    else if (problem === undefined) this.#resumes = 0;
    else outage.report(problem);
  }

  /** Streams the reply into the last turn and the turns after it. Returns the problem if the reply ended early. */
  async #receive(plan: ReplyPlan, signal: AbortSignal): Promise<Problem | undefined> {
    const { settings } = this.#state;
    const params = {
      ...settingsBody(settings, { thinks: !plan.continues }),
      max_tokens: settings.maxTokens,
      messages: plan.messages,
    };
    const place: Place = { turn: 0, offset: plan.offset };
    try {
      for await (const update of watch(api.chat.send, params, signal)) this.#applyUpdate(update, place);
      return undefined;
    } catch (error) {
      if (!signal.aborted) return problemFrom(error);
      // A conversation that was left is already marked as stopped.
      if (this.#stop?.signal === signal && this.#state.busy)
        this.#change((turn) => ({ ...turn, state: 'stopped' }));
      return undefined;
    }
  }

  #applyUpdate(update: ChatUpdate, place: Place): void {
    switch (update.kind) {
      case 'event':
        if (update.turn !== place.turn) this.#startReply(update.turn, place);
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

  /** Starts the next reply of a run, in the turn that waits for it or in a new one after a pause. */
  #startReply(number: number, place: Place): void {
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
      this.#notify();
    });
  }

  #save(): void {
    if (!this.#isChanged) return;
    const { id, turns, settings, busy } = this.#state;
    for (const { key } of turns) this.#seen.add(key);
    const saved = saveChat(id, { turns, settings }, this.#seen);
    this.#isChanged = false;
    if (busy || saved.length === turns.length) return;
    this.#state = { ...this.#state, turns: saved };
    this.#notify();
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

function stateOf(id: string, { turns, settings }: SavedChat): ConversationState {
  return { id, turns, settings, busy: false };
}

/** Where the events of a run are applied. */
interface Place {
  /** Number of the reply that is being written. */
  turn: number;
  /** Index of its first block in the turn. Greater than 0 when a cut reply is continued. */
  offset: number;
}

/** The conversation of this tab. */
export const conversation: Conversation = new Conversation();

/** Returns the current state of the conversation. */
export function useConversation(): ConversationState {
  return useSyncExternalStore(conversation.subscribe, () => conversation.state);
}
