/** A sink that keeps committed records in memory. */
import type { ArchiveRecord, RecordKind, RecordOf } from '../records/archive-record.js';
import type { Unit } from '../certificates/extent.js';
import type { OpenSink, Sink, UnitWriter } from '../sinks/sink.js';

/** A committed revision of a unit. */
export interface CommittedUnit {
  readonly unit: Unit;
  readonly records: readonly ArchiveRecord[];
}

/** Keeps committed records. */
export class MemorySink implements Sink {
  readonly name: string;
  readonly ownRequests: boolean;
  readonly #units: Map<string, CommittedUnit> = new Map();

  /** @param options - Whether to keep the activities that the export's own requests cause. */
  constructor({ name = 'memory', ownRequests = true }: Partial<Pick<Sink, 'name' | 'ownRequests'>> = {}) {
    this.name = name;
    this.ownRequests = ownRequests;
  }

  probe(): Promise<void> {
    return Promise.resolve();
  }

  /** The committed revisions, in the order of their first commit. */
  get units(): readonly CommittedUnit[] {
    return [...this.#units.values()];
  }

  /** Returns all committed records of a kind. */
  records<Kind extends RecordKind>(kind: Kind): RecordOf<Kind>[] {
    return this.units.flatMap(({ records }) =>
      records.filter((record): record is RecordOf<Kind> & ArchiveRecord => record.kind === kind),
    );
  }

  open(): Promise<OpenSink> {
    return Promise.resolve({
      begin: (unit) => Promise.resolve(this.#writer(unit)),
      close: () => Promise.resolve(),
    });
  }

  #writer(unit: Unit): UnitWriter {
    const records: ArchiveRecord[] = [];
    return {
      write: (more) => {
        // A sink in another process would receive JSON.
        records.push(...(JSON.parse(JSON.stringify(more)) as ArchiveRecord[]));
        return Promise.resolve();
      },
      commit: () => {
        this.#units.set(`${unit.name}@${unit.revision}`, { unit, records });
        return Promise.resolve(null);
      },
      abort: () => Promise.resolve(),
    };
  }
}
