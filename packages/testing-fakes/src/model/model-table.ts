/**
 * Models known to the emulator.
 *
 * Rules: INF-004, INF-060, INF-065, INF-066, INF-067, INF-068, INF-069, INF-070, INF-071, INF-072, INF-073,
 * INF-074.
 */
import type { CapabilitySupport, ModelCapabilities, ModelInfo } from '@parlance/schemas';
import { createMemoryStore } from '../world/memory-store.js';
import { collection, type Collection } from '../world/store.js';
import models from './models.json' with { type: 'json' };

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
  /** Day on which it was deprecated. */
  readonly deprecated?: string;
  /** Day on which it is planned to be retired. */
  readonly retires?: string;
}

/** Newest first, the order of the list. */
const ROWS = models as readonly Row[];

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
    deprecated_at: row.deprecated === undefined ? null : startOf(row.deprecated),
    display_name: row.name,
    lifecycle: row.deprecated === undefined ? 'active' : 'deprecated',
    max_input_tokens: row.context,
    max_tokens: row.output,
    retires_at: row.retires === undefined ? null : startOf(row.retires),
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
