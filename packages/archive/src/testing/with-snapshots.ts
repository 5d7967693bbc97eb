import { createContent, createRecord } from '../certificates/digest.js';
import type { ArchivedContents, ArchiveRecord, ChatPresence } from '../records/archive-record.js';
import { attachmentsOf } from '../records/attachments.js';
import type { OpenSink, Sink, WrittenUnit } from '../sinks/sink.js';
import { writeUnit, writeUnits, type SampleUnit } from './write-archive.js';

/** Adds the snapshots of all chats to units, as an export does: each unit changes the states that the units before it have left. */
export function withSnapshots<Unit extends SampleUnit>(units: readonly Unit[]): Unit[] {
  const states = new Map<string, SampleState>();
  return units.map((unit) => {
    const changed = new Map<string, SampleState>();
    for (const record of unit.records) {
      const id = chatOf(record);
      if (id === null) continue;
      const state = states.get(id) ?? new SampleState(id);
      states.set(id, state);
      changed.set(id, state);
      state.add(record);
    }
    for (const [id, presence] of Object.entries(unit.presences ?? {})) {
      const state = states.get(id);
      if (state === undefined) throw new Error(`There is no chat ${id}.`);
      state.presence = presence;
      changed.set(id, state);
    }
    return {
      ...unit,
      records: [...[...changed.values()].flatMap((state) => state.records()), ...unit.records],
    };
  });
}

/** Writes units to a sink, with the snapshots of their chats. */
export function writeStates(sink: Sink, units: readonly SampleUnit[]): Promise<void> {
  return writeUnits(sink, withSnapshots(units));
}

/** Writes a unit to an open sink, with the snapshots of its chats. */
export async function writeState(open: OpenSink, unit: SampleUnit): Promise<WrittenUnit | null> {
  const [complete = unit] = withSnapshots([unit]);
  return writeUnit(open, complete);
}

function chatOf(record: ArchiveRecord): string | null {
  if (record.kind === 'chat') return record.id;
  if (record.kind === 'message' || record.kind === 'file') return record.body.chat_id;
  if (record.kind !== 'outcome') return null;
  return record.body.subject === 'chat' ? record.body.id : null;
}

class SampleState {
  presence: ChatPresence = { state: 'listed' };
  readonly #id: string;
  readonly #messages: Map<string, string> = new Map();
  readonly #files: Map<string, ArchivedContents['files'][number]> = new Map();
  #chat = '';
  #user = '';
  #isSkipped = false;
  #number = 0;

  constructor(id: string) {
    this.#id = id;
  }

  add(record: ArchiveRecord): void {
    if (record.kind === 'chat') {
      this.#chat = record.digest;
      this.#user = record.body.user.id;
    } else if (record.kind === 'message') {
      this.#messages.set(record.id, record.digest);
      for (const { source, id } of attachmentsOf(record.body))
        if (!this.#files.has(`${source} ${id}`)) this.#files.set(`${source} ${id}`, [source, id, null]);
    } else if (record.kind === 'file')
      this.#files.set(`${record.body.source} ${record.id}`, [record.body.source, record.id, record.digest]);
    else if (record.kind === 'outcome') this.#isSkipped = true;
  }

  /** Returns a snapshot and what it names. */
  records(): readonly ArchiveRecord[] {
    const contents = createContent('contents', {
      chat_id: this.#id,
      blocks: [],
      messages: [...this.#messages],
      files: [...this.#files.values()],
    });
    const snapshot = createRecord('snapshot', this.#id, {
      id: this.#id,
      user_id: this.#user,
      chat: this.#chat,
      contents: this.#isSkipped ? null : contents.digest,
      presence: this.presence,
    });
    return [{ ...snapshot, number: (this.#number += 1) }, contents];
  }
}
