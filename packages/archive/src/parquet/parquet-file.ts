import { ByteWriter, ParquetWriter, schemaFromColumnData, type BasicType } from 'hyparquet-writer';
import type { AsideFile } from '../folder/aside-file.js';
import type { ArchiveRecord, RecordKind } from '../records/archive-record.js';
import { RECORD_TABLES, recordColumns, type ColumnValue } from '../records/record-columns.js';
import type { Unit } from '../certificates/extent.js';

/** Bounds of a row group, which is kept in memory until it is written. */
const MAX_GROUP_ROWS = 10_000;
const MAX_GROUP_CHARACTERS = 8_388_608;

type CellValue = ColumnValue | bigint | Date | object;

/** Writes the records of one kind to a file, one row group after the other. */
export class ParquetFile {
  readonly aside: AsideFile;
  readonly #unit: Unit;
  readonly #columns: readonly { name: string; type: BasicType; nullable: boolean }[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #rows: Readonly<Record<string, CellValue>>[] = [];
  #characters = 0;

  constructor(aside: AsideFile, unit: Unit, kind: RecordKind) {
    this.aside = aside;
    this.#unit = unit;
    this.#columns = columnsOf(kind);
    const schema = schemaFromColumnData({
      columnData: this.#columns.map((column) => ({ ...column, data: [] })),
    });
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema, createdBy: '@parlance/archive' });
  }

  /** Adds a record. Resolves once there is room for more. */
  async add(record: ArchiveRecord): Promise<void> {
    const columns = recordColumns(record);
    const row: Record<string, CellValue> = {
      id: record.id.toWellFormed(),
      unit: this.#unit.name,
      revision: BigInt(this.#unit.revision),
      digest: record.digest,
      body: record.body,
    };
    if (record.number !== undefined) row['number'] = BigInt(record.number);
    for (const [name, value] of Object.entries(columns)) row[name] = cell(name, value);
    this.#rows.push(row);
    this.#characters += JSON.stringify(record.body).length;
    if (this.#rows.length >= MAX_GROUP_ROWS || this.#characters >= MAX_GROUP_CHARACTERS)
      await this.#writeGroup();
  }

  /** Writes what is left, and waits until the file is on disk. */
  async complete(): Promise<void> {
    if (this.#rows.length > 0) await this.#writeGroup();
    await this.#writer.finish();
    await this.#flush();
    await this.aside.complete();
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    this.#characters = 0;
    await this.#writer.write({
      columnData: this.#columns.map((column) => ({
        ...column,
        data: rows.map((row) => row[column.name] ?? null),
        offsetIndex: false,
      })),
      rowGroupSize: rows.length,
    });
    await this.#flush();
  }

  /** Moves the bytes that were encoded to the file. */
  async #flush(): Promise<void> {
    await this.aside.write(this.#bytes.getBytes().slice());
    this.#bytes.index = 0;
  }
}

function columnsOf(kind: RecordKind): { name: string; type: BasicType; nullable: boolean }[] {
  const own = Object.keys(RECORD_TABLES[kind].columns);
  return [
    { name: 'id', type: 'STRING', nullable: false },
    ...(kind === 'snapshot' ? [{ name: 'number', type: 'INT64' as const, nullable: false }] : []),
    ...own.map((name) => ({ name, type: columnType(name), nullable: true })),
    { name: 'unit', type: 'STRING', nullable: false },
    { name: 'revision', type: 'INT64', nullable: false },
    { name: 'digest', type: 'STRING', nullable: false },
    { name: 'body', type: 'JSON', nullable: false },
  ];
}

function columnType(name: string): BasicType {
  if (name.endsWith('_at')) return 'TIMESTAMP';
  return name === 'size_bytes' ? 'INT64' : 'STRING';
}

function cell(name: string, value: ColumnValue): CellValue {
  if (typeof value === 'number') return BigInt(value);
  if (value === null || columnType(name) !== 'TIMESTAMP') return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
