/**
 * Models known to the emulator.
 *
 * Rules: INF-004, INF-060, INF-065, INF-066, INF-067, INF-068, INF-069, INF-070, INF-071, INF-072, INF-073,
 * INF-074.
 */
import type { CapabilitySupport, ModelCapabilities, ModelInfo } from '@parlance/schemas';
import { createMemoryStore } from '../world/memory-store.js';
import { collection, type Collection } from '../world/store.js';

const YES: CapabilitySupport = { supported: true };
const NO: CapabilitySupport = { supported: false };

interface Row {
  readonly id: string;
  readonly name: string;
  readonly released: string;
  readonly context: number;
  readonly output: number;
  /** Supported thinking: adaptive and with a budget, with a budget only, or not at all. */
  readonly thinking: 'adaptive' | 'budget' | 'none';
  readonly aliases?: readonly string[];
  /** When it was deprecated, and when it is planned to be retired. */
  readonly ends?: readonly [deprecated: string, retires: string];
}

/** Newest first, the order of the list. */
const ROWS: readonly Row[] = [
  {
    id: 'assistant-opus-4-7',
    name: 'Opus 4.7',
    released: '2026-04-16',
    context: 1_000_000,
    output: 128_000,
    thinking: 'adaptive',
  },
  {
    id: 'assistant-mythos-preview',
    name: 'Mythos Preview',
    released: '2026-04-07',
    context: 1_000_000,
    output: 128_000,
    thinking: 'adaptive',
  },
  {
    id: 'assistant-sonnet-4-6',
    name: 'Sonnet 4.6',
    released: '2026-02-17',
    context: 1_000_000,
    output: 128_000,
    thinking: 'adaptive',
  },
  {
    id: 'assistant-opus-4-6',
    name: 'Opus 4.6',
    released: '2026-02-05',
    context: 1_000_000,
    output: 128_000,
    thinking: 'adaptive',
  },
  {
    id: 'assistant-opus-4-5-20251101',
    name: 'Opus 4.5',
    released: '2025-11-24',
    context: 200_000,
    output: 64_000,
    thinking: 'budget',
    aliases: ['assistant-opus-4-5'],
  },
  {
    id: 'assistant-haiku-4-5-20251001',
    name: 'Haiku 4.5',
    released: '2025-10-15',
    context: 200_000,
    output: 64_000,
    thinking: 'budget',
    aliases: ['assistant-haiku-4-5'],
  },
  {
    id: 'assistant-sonnet-4-5-20250929',
    name: 'Sonnet 4.5',
    released: '2025-09-29',
    context: 200_000,
    output: 64_000,
    thinking: 'budget',
    aliases: ['assistant-sonnet-4-5'],
  },
  {
    id: 'assistant-opus-4-1-20250805',
    name: 'Opus 4.1',
    released: '2025-08-05',
    context: 200_000,
    output: 32_000,
    thinking: 'budget',
    aliases: ['assistant-opus-4-1'],
  },
  {
    id: 'assistant-opus-4-20250514',
    name: 'Opus 4',
    released: '2025-05-22',
    context: 200_000,
    output: 32_000,
    thinking: 'budget',
    aliases: ['assistant-opus-4-0'],
    ends: ['2026-02-05', '2026-11-05'],
  },
  {
    id: 'assistant-sonnet-4-20250514',
    name: 'Sonnet 4',
    released: '2025-05-22',
    context: 200_000,
    output: 64_000,
    thinking: 'budget',
    aliases: ['assistant-sonnet-4-0'],
    ends: ['2026-02-17', '2026-11-17'],
  },
  {
    id: 'assistant-3-haiku-20240307',
    name: 'Haiku 3',
    released: '2024-03-07',
    context: 200_000,
    output: 4096,
    thinking: 'none',
    ends: ['2025-10-15', '2026-10-15'],
  },
];

/** Aliases, with the model id of each. */
export const modelAliases: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap((row) => (row.aliases ?? []).map((alias) => [alias, row.id] as const)),
);

/** All models, in list order. */
export const modelTable: Collection<ModelInfo> = createMemoryStore().of(collection<ModelInfo>('models'));
for (const row of ROWS) modelTable.put(row.id, describe(row));

/** Resolves an alias to its model id. Other names are returned unchanged. */
export function modelIdOf(name: string): string {
  return modelAliases.get(name) ?? name;
}

function describe(row: Row): ModelInfo {
  return {
    id: row.id,
    capabilities: capabilitiesOf(row),
    created_at: startOf(row.released),
    deprecated_at: row.ends === undefined ? null : startOf(row.ends[0]),
    display_name: row.name,
    lifecycle: row.ends === undefined ? 'active' : 'deprecated',
    max_input_tokens: row.context,
    max_tokens: row.output,
    retires_at: row.ends === undefined ? null : startOf(row.ends[1]),
    type: 'model',
  };
}

function startOf(day: string): string {
  return `${day}T00:00:00Z`;
}

function capabilitiesOf({ thinking }: Row): ModelCapabilities {
  const adaptive = { supported: thinking === 'adaptive' };
  const thinks = { supported: thinking !== 'none' };
  return {
    batch: YES,
    citations: YES,
    code_execution: thinks,
    context_management: {
      supported: thinks.supported,
      clear_thinking_20251015: thinks,
      clear_tool_uses_20250919: thinks,
      compact_20260112: adaptive,
    },
    effort: {
      supported: adaptive.supported,
      low: adaptive,
      medium: adaptive,
      high: adaptive,
      xhigh: adaptive,
      max: adaptive,
    },
    image_input: YES,
    pdf_input: thinks,
    structured_outputs: thinks,
    thinking: { supported: thinks.supported, types: { adaptive, enabled: thinking === 'none' ? NO : YES } },
  };
}
