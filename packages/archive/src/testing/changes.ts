/** What happens in an organization while it is exported. */
import type {
  ScenarioActivity,
  ScenarioChat,
  ScenarioMessage,
  ScenarioRecords,
} from '@parlance/testing-fakes';

/** A chat that was deleted. */
export interface DeletedChat {
  /** Whether the activity that names it arrived when it was created. Otherwise, an export may not know of it until it is deleted. */
  readonly isNamed: boolean;
  readonly createdMs: number;
  readonly deletedMs: number;
}

/** The longest that an activity is late, in milliseconds. */
const LATE_MS = 6_000;

/** How many people stay. */
const STAFF = 20;

type Kind = 'created' | 'edited' | 'deleted' | 'joined' | 'left' | 'repeated' | 'late';

/** Options of {@link Changes}. */
export interface ChangesOptions {
  readonly random: () => number;
  /** How far the clock of the service is ahead, in milliseconds. */
  readonly aheadMs: number;
  /** Email addresses of the members, by id. */
  readonly members: ReadonlyMap<string, string>;
}

/** Draws changes. Each chat that changes is named by an activity, which may arrive later. */
export class Changes {
  readonly formerUsers: Set<string> = new Set();
  readonly deletedChats: Map<string, DeletedChat> = new Map();
  readonly counts: Record<Kind, number> = {
    created: 0,
    edited: 0,
    deleted: 0,
    joined: 0,
    left: 0,
    repeated: 0,
    late: 0,
  };
  readonly #random: () => number;
  readonly #aheadMs: number;
  readonly #members: Map<string, string>;
  readonly #chats: Map<string, ScenarioChat> = new Map();
  /** Chats whose first activity arrived at once. */
  readonly #named: Set<string> = new Set();
  readonly #arrived: ScenarioActivity[] = [];
  #late: { readonly arrivesMs: number; readonly activity: ScenarioActivity }[] = [];
  #sequence = 0;

  constructor({ random, aheadMs, members }: ChangesOptions) {
    this.#random = random;
    this.#aheadMs = aheadMs;
    this.#members = new Map(members);
  }

  /** Returns what happens now. */
  next(): ScenarioRecords {
    const nowMs = Date.now() + this.#aheadMs;
    const arriving = this.#late.filter(({ arrivesMs }) => arrivesMs <= nowMs);
    this.#late = this.#late.filter(({ arrivesMs }) => arrivesMs > nowMs);
    const { activities = [], ...records } = this.#draw(nowMs);
    return { ...records, activities: [...activities, ...this.#arrive(arriving)] };
  }

  /** Returns the activities that have not arrived. */
  rest(): ScenarioRecords {
    return { activities: this.#arrive(this.#late) };
  }

  #draw(nowMs: number): ScenarioRecords {
    const draw = this.#random();
    if (draw < 0.35 || this.#chats.size < 30) return this.#create(nowMs);
    if (draw < 0.7) return this.#edit(nowMs);
    if (draw < 0.82) return this.#delete(nowMs);
    if (draw < 0.88) return this.#join();
    if (draw < 0.94 && this.#members.size > STAFF) return this.#leave();
    return this.#repeat();
  }

  #create(nowMs: number): ScenarioRecords {
    const id = `assistant_chat_changing${(this.#sequence += 1)}`;
    const user = this.#pick([...this.#members.keys()]);
    const created_at = isoTime(nowMs);
    const chat = {
      id,
      user,
      name: `Chat ${this.#sequence}`,
      created_at,
      messages: [this.#message(created_at)],
    };
    this.#chats.set(id, chat);
    this.counts.created += 1;
    const activities = this.#name('assistant_chat_created', { chat, nowMs });
    if (activities.length > 0) this.#named.add(id);
    return { chats: [chat], activities };
  }

  /** Changes the name and the last message, and adds a message. */
  #edit(nowMs: number): ScenarioRecords {
    const known = this.#pick([...this.#chats.values()].filter(({ user }) => this.#members.has(user)));
    const updated_at = isoTime(nowMs);
    const messages = [...(known.messages ?? [])];
    const last = messages.pop();
    if (last !== undefined) messages.push({ ...last, text: `${last.text} (edited)`, updated_at });
    messages.push(this.#message(updated_at));
    const chat = { ...known, name: `${known.name} (edited)`, updated_at, messages };
    this.#chats.set(chat.id ?? '', chat);
    this.counts.edited += 1;
    return { chats: [chat], activities: this.#name('assistant_chat_updated', { chat, nowMs }) };
  }

  #delete(nowMs: number): ScenarioRecords {
    const chat = this.#pick([...this.#chats.values()]);
    const id = chat.id ?? '';
    this.#chats.delete(id);
    const createdMs = Date.parse(chat.created_at ?? '');
    this.deletedChats.set(id, { isNamed: this.#named.has(id), createdMs, deletedMs: nowMs });
    this.counts.deleted += 1;
    return { remove: { chats: [id] }, activities: this.#name('assistant_chat_deleted', { chat, nowMs }) };
  }

  #join(): ScenarioRecords {
    const id = `user_joined${(this.#sequence += 1)}`;
    const email = `${id}@example.com`;
    this.#members.set(id, email);
    this.counts.joined += 1;
    return { users: [{ id, email }] };
  }

  #leave(): ScenarioRecords {
    const id = this.#pick([...this.#members.keys()]);
    this.#members.delete(id);
    this.formerUsers.add(id);
    this.counts.left += 1;
    return { remove: { users: [id] } };
  }

  #repeat(): ScenarioRecords {
    // One that is so old that its window may be sealed.
    const activity = this.#arrived.at(-1 - Math.floor(this.#random() * 20));
    if (activity === undefined) return {};
    this.counts.repeated += 1;
    return { activities: [activity] };
  }

  #message(created_at: string): ScenarioMessage {
    const number = (this.#sequence += 1);
    const file = {
      id: `assistant_file_changing${number}`,
      filename: `${number}.txt`,
      text: `File ${number}`,
    };
    return {
      id: `assistant_chat_msg_changing${number}`,
      role: 'user',
      text: `Message ${number}`,
      created_at,
      ...(this.#random() < 0.3 && { files: [file] }),
    };
  }

  /** Returns the activity of a change; nothing if it will arrive late. */
  #name(
    type: string,
    { chat, nowMs }: { readonly chat: ScenarioChat; readonly nowMs: number },
  ): readonly ScenarioActivity[] {
    const activity: ScenarioActivity = {
      type,
      id: `activity_changing${(this.#sequence += 1)}`,
      created_at: isoTime(nowMs),
      actor: { type: 'user_actor', user_id: chat.user, ip_address: '203.0.113.1', user_agent: 'Mozilla/5.0' },
      assistant_chat_id: chat.id,
    };
    if (this.#random() < 0.7) return this.#arrive([{ activity }]);
    this.#late.push({ arrivesMs: nowMs + 1_000 + this.#random() * (LATE_MS - 1_000), activity });
    this.counts.late += 1;
    return [];
  }

  #arrive(arriving: readonly { readonly activity: ScenarioActivity }[]): readonly ScenarioActivity[] {
    const activities = arriving.map(({ activity }) => activity);
    this.#arrived.push(...activities);
    return activities;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
