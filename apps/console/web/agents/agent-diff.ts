import type { Agent } from '@parlance/schemas';
import { diffArrays } from 'diff';

/** A line of a diff. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The diff of one field between two versions. */
export interface FieldDifference {
  readonly field: string;
  readonly lines: readonly DiffLine[];
}

const FIELDS = [
  'name',
  'description',
  'model',
  'system',
  'tools',
  'mcp_servers',
  'skills',
  'multiagent',
  'metadata',
] as const;

/** Returns the diffs of all changed fields. Without a previous version, every field counts as added. */
export function differences(before: Agent | undefined, after: Agent): FieldDifference[] {
  return FIELDS.map((field) => ({
    field,
    lines: linesOf(textOf(before?.[field]), textOf(after[field])),
  })).filter(({ lines }) => lines.some(({ kind }) => kind !== 'same'));
}

function linesOf(before: string, after: string): DiffLine[] {
  return diffArrays(splitLines(before), splitLines(after)).flatMap(({ value, added, removed }) =>
    value.map((text) => ({
      text,
      kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
    })),
  );
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return '';
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value, null, 2);
  return text === '{}' ? '' : text;
}
