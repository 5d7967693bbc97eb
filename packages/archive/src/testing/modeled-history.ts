/** Everything that can happen to a chat, compared with a model after every export: reader, database, Parquet, search, plan and past states. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import {
  applyRetention,
  openArchive,
  openHolds,
  planRetention,
  searchArchive,
  verifyArchive,
  type RetentionPlan,
} from '../index.js';
import { readPlannedDeletions } from '../retention/plan-file.js';
import { exportWorld, testFolder, type ExportWorld } from './export-world.js';
import { modeledExport, modeledPaths, runUntilKilled, type Kill } from './modeled-export.js';

const DAY = 86_400_000;

/** Long before the day of the test: plans are made by the clock of the store, and leave out what changed within a day. */
const START = Date.UTC(2020, 0, 2);

/** What a chat is: its texts in order, and whether it exists. */
interface ModelChat {
  readonly texts: readonly string[];
  readonly presence: string;
}

type Model = ReadonlyMap<string, ModelChat>;

/** How a chat was deleted. */
export type Deletion = 'person' | 'unknown hand';

/** Changes an organization day by day, exports it, and compares everything that was written with a model. */
export class ModeledHistory {
  readonly #world: ExportWorld = exportWorld({
    demo: { users: 2, chats: 2, activities: 2 },
    clock: { mode: 'manual', start: START },
  });
  readonly #dir: string = testFolder();
  readonly #paths: ReturnType<typeof modeledPaths> = modeledPaths(this.#dir);
  readonly #current: Map<string, ModelChat> = new Map();
  readonly #past: { readonly at: number; readonly model: Model }[] = [];
  readonly #user: string = 'user_model';
  #listening: ReturnType<ExportWorld['fake']['listen']> | undefined;
  /** Chats whose deletion an activity has reported since the last export. */
  readonly #reported: Set<string> = new Set();
  /** Chats that retention has deleted. */
  readonly #applied: Set<string> = new Set();
  #day = 0;

  constructor() {
    const users = [{ id: this.#user, email: 'model@example.com' }];
    this.#world.fake.applyScenario({ records: { users } });
  }

  /** Returns whether a chat exists. */
  isListed(id: string): boolean {
    return this.#current.get(id)?.presence === 'listed';
  }

  /** Ids of the chats that can change. One that retention has deleted never comes back. */
  get ids(): readonly string[] {
    return [...this.#current.keys()].filter((id) => !this.#applied.has(id));
  }

  /** Creates a chat or replaces its messages; each text is one message whose id is its position. */
  write(id: string, texts: readonly string[], ids: readonly number[] = texts.map((_, index) => index)): void {
    this.#pass();
    const created = new Date(START + DAY).toISOString();
    this.#world.fake.applyScenario({
      records: {
        chats: [
          {
            id,
            user: this.#user,
            name: `Chat ${id}`,
            created_at: created,
            updated_at: this.#now(),
            messages: texts.map((text, index) => ({
              id: `assistant_chat_msg_${id}${ids[index]}`,
              role: 'user',
              text,
              created_at: new Date(START + DAY + (ids[index] ?? index) * 1_000).toISOString(),
            })),
          },
        ],
        activities: [{ type: 'assistant_chat_updated', user: this.#user, created_at: this.#now() }],
      },
    });
    this.#current.set(id, { texts, presence: 'listed' });
  }

  /** Deletes a chat, with an activity or without one. */
  delete(id: string, by: Deletion): void {
    this.#pass();
    const activity = { type: 'assistant_chat_deleted', created_at: this.#now(), assistant_chat_id: id };
    this.#world.fake.applyScenario({
      records: { remove: { chats: [id] }, activities: by === 'person' ? [activity] : [] },
    });
    if (by === 'person') this.#reported.add(id);
    const before = this.#past.at(-1)?.model.get(id);
    // A chat that comes and goes between two exports is never seen. One that was edited is known as it was exported.
    if (before === undefined) this.#current.delete(id);
    else if (before.presence !== 'listed') this.#current.set(id, before);
    else
      this.#current.set(id, { texts: before.texts, presence: this.#reported.has(id) ? 'deleted' : 'absent' });
  }

  /**
   * Exports everything, and compares it with the model.
   *
   * @param kills - Each starts the export in a process that is killed there. The last process completes it.
   * @returns How many processes were killed: one may complete the export before.
   */
  async export(kills: readonly Kill[] = []): Promise<number> {
    const { fake, location } = this.#world;
    fake.world().clock.advance(60_000);
    const folder = { dir: this.#dir, user: this.#user, from: new Date(START).toISOString() };
    const complianceKey = fake.keys.compliance;
    let killed = 0;
    for (const kill of kills) {
      const { url: baseUrl } = await (this.#listening ??= fake.listen());
      const run = { ...folder, baseUrl, complianceKey, store: location, kill };
      if (await runUntilKilled(run)) killed += 1;
    }
    await this.#world.run(modeledExport(folder));
    // Certificates are sealed in the time that the run takes.
    this.#past.push({ at: this.#world.fake.world().clock.now() + DAY / 2, model: new Map(this.#current) });
    this.#reported.clear();
    await this.#compare();
    return killed;
  }

  /** Plans to delete everything. */
  async plan(): Promise<RetentionPlan> {
    const store = await this.#world.openStore();
    const archive = await openArchive(this.#paths.archive);
    return planRetention({
      archive,
      rules: [{ name: 'everything', keepDays: 1 }],
      approvers: 'none',
      holds: await openHolds(store, archive),
      file: path.join(this.#dir, 'plan.ndjson'),
    });
  }

  /** Deletes everything by retention, right after an export. */
  async apply(): Promise<void> {
    this.#pass();
    const plan = await this.plan();
    await applyRetention(plan, {
      compliance: this.#world.client(),
      store: await this.#world.openStore(),
      archive: await openArchive(this.#paths.archive),
      rules: [{ name: 'everything', keepDays: 1 }],
      approvers: 'none',
      maxChats: 100,
    });
    for (const [id, { texts, presence }] of this.#current)
      if (presence === 'listed') {
        this.#applied.add(id);
        this.#current.set(id, { texts, presence: 'deleted' });
      }
    const { to_delete, gone } = (await this.plan()).counts;
    assert.deepEqual({ to_delete, gone }, { to_delete: 0, gone: this.#current.size });
  }

  /** Returns the presences of the states of a chat, oldest first. */
  async statesOf(id: string): Promise<string[]> {
    const states: string[] = [];
    for await (const { record } of (await openArchive(this.#paths.archive)).history(id))
      states.push(record.body.presence.state);
    return states;
  }

  /** Verifies the archive. */
  async verify(): Promise<void> {
    assert.deepEqual((await verifyArchive(this.#paths.archive)).problems, []);
  }

  #pass(): void {
    this.#day += 1;
    this.#world.fake.world().clock.set(START + (this.#day + 1) * DAY);
  }

  #now(): string {
    return new Date(this.#world.fake.world().clock.now()).toISOString();
  }

  async #compare(): Promise<void> {
    const expected = sorted(this.#current);
    assert.deepEqual({ reader: await this.#read() }, { reader: expected });
    assert.deepEqual({ sqlite: this.#query() }, { sqlite: expected });
    assert.deepEqual({ parquet: await this.#parquetStates() }, { parquet: expected });
    for (const { at, model } of this.#past)
      assert.deepEqual({ at, reader: await this.#read(at) }, { at, reader: sorted(model) });
    await this.#compareSearch();
    const plan = await this.plan();
    const planned: string[] = [];
    for await (const { chat } of readPlannedDeletions(plan.file)) planned.push(chat);
    const idsOf = (isListed: boolean): string[] =>
      [...this.#current].flatMap(([id, { presence }]) => ((presence === 'listed') === isListed ? id : []));
    const [listed, gone] = [idsOf(true), idsOf(false)];
    // The counts say why a chat is missing.
    const { counts } = plan;
    assert.deepEqual({ planned: planned.sort(), counts }, { planned: listed.sort(), counts });
    assert.deepEqual([counts.to_delete, counts.gone], [listed.length, gone.length], JSON.stringify(counts));
  }

  async #read(at?: number): Promise<Record<string, ModelChat>> {
    const found = new Map<string, ModelChat>();
    const archive = await openArchive(this.#paths.archive);
    for await (const conversation of archive.conversations(at === undefined ? {} : { at: new Date(at) })) {
      const texts = (conversation.messages ?? []).map(
        ({ body }) => (body.content[0] as { text: string }).text,
      );
      found.set(conversation.chat.id, { texts, presence: conversation.presence.state });
    }
    return sorted(found);
  }

  #query(): Record<string, ModelChat> {
    const database = new DatabaseSync(this.#paths.database, { readOnly: true });
    const texts = database.prepare('SELECT text FROM messages WHERE chat_id = ? ORDER BY created_at');
    const rows = database.prepare('SELECT id, presence FROM chats').all() as {
      id: string;
      presence: string;
    }[];
    const found = rows.map(({ id, presence }): [string, ModelChat] => [
      id,
      { texts: texts.all(id).map(({ text }) => String(text)), presence },
    ]);
    database.close();
    return sorted(new Map(found));
  }

  /** Reads the states as the documentation of the sink says. */
  async #parquetStates(): Promise<Record<string, ModelChat>> {
    const snapshots = await this.#rows('snapshots');
    const contents = new Map((await this.#rows('contents')).map((row) => [row['id'], row['body']]));
    const texts = new Map((await this.#rows('messages')).map((row) => [row['digest'], String(row['text'])]));
    const newest = new Map<string, Record<string, unknown>>();
    for (const row of snapshots.toSorted((a, b) => Number(a['number']) - Number(b['number'])))
      newest.set(String(row['id']), row);
    const found = [...newest].map(([id, row]): [string, ModelChat] => {
      const list = contents.get(row['contents']) as { messages: [string, string][] };
      return [
        id,
        {
          texts: list.messages.map(([, digest]) => texts.get(digest) ?? 'missing'),
          presence: String(row['presence']),
        },
      ];
    });
    return sorted(new Map(found));
  }

  async #rows(kind: string): Promise<Record<string, unknown>[]> {
    const folder = path.join(this.#paths.parquet, kind);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.parquet'));
    const rows = names.map(async (name) =>
      parquetReadObjects({ file: await asyncBufferFromFile(path.join(folder, name)) }),
    );
    return (await Promise.all(rows)).flat();
  }

  async #compareSearch(): Promise<void> {
    for (const text of ['alpha', 'beta', 'gamma']) {
      const { hits } = await searchArchive(this.#paths.database, text, { limit: 1_000 });
      const found = hits.map((hit) => `${hit.chat_id} ${hit.deleted}`).sort();
      const expected = [...this.#current].flatMap(([id, { texts, presence }]) =>
        texts.filter((one) => one === text).map(() => `${id} ${presence !== 'listed'}`),
      );
      assert.deepEqual({ text, found }, { text, found: expected.sort() });
    }
  }
}

function sorted(model: Model): Record<string, ModelChat> {
  return Object.fromEntries([...model].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
