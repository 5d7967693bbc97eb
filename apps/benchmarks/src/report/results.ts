/** The results of all rows, each with when and where it was measured, so that a run of a few rows replaces only these. */
import { cpus, loadavg } from 'node:os';
import type { Row } from './row.ts';

/** When and where a row was measured. */
export interface Measurement {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly rounds: number;
  /** Node.js version and processors. */
  readonly machine: string;
  /** Load average of the last minute, when the row was done. The benchmark itself keeps up to two processors busy. */
  readonly load: number;
}

/** A row with its measurement. */
export interface MeasuredRow extends Row {
  readonly measured: Measurement;
}

/** A group of related rows. */
export interface Section {
  readonly title: string;
  /** What is compared, in one or two sentences. */
  readonly about: string;
  readonly rows: readonly MeasuredRow[];
}

/** Describes a measurement that ends now. */
export function measuredNow(rounds: number): Measurement {
  return {
    date: new Date().toISOString().slice(0, 10),
    rounds,
    machine: `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

/** Replaces the rows that have been measured again, in their places. New rows follow at the end of their section. */
export function mergeSections(stored: readonly Section[], fresh: readonly Section[]): Section[] {
  const added = fresh.filter(({ title }) => stored.every((section) => section.title !== title));
  return [
    ...stored.map((section) => {
      const update = fresh.find(({ title }) => title === section.title);
      return update === undefined ? section : { ...update, rows: mergeRows(section.rows, update.rows) };
    }),
    ...added,
  ];
}

function mergeRows(stored: readonly MeasuredRow[], fresh: readonly MeasuredRow[]): MeasuredRow[] {
  const byId = new Map([...stored, ...fresh].map((row) => [row.id, row]));
  return [...byId.values()];
}
