/** Usage of the demo: the month before the current day of the world, by workspace and model. */
import { workspaces } from '../organization/workspaces.js';
import { NOTHING, recordRow } from '../usage/usage-ledger.js';
import type { World } from '../world/world.js';
import { demoSource } from './ids.js';

const DAY_MS = 86_400_000;
const DAYS = 30;
/** Time of a day at which everything is used, in milliseconds. */
const USED_AT_MS = 10 * 3_600_000;

/** Input tokens of a working day. `workspace` is the name, or null for the default workspace. */
const USED = [
  { workspace: 'Customer support', model: 'assistant-haiku-4-5-20251001', input: 900_000 },
  { workspace: 'Production', model: 'assistant-sonnet-4-6', input: 400_000 },
  { workspace: 'Production', model: 'assistant-opus-4-7', input: 150_000 },
  { workspace: 'Staging', model: 'assistant-sonnet-4-6', input: 60_000 },
  { workspace: null, model: 'assistant-opus-4-7', input: 40_000 },
];

/**
 * Records the usage of the 30 days before the current one, so that what a program uses today is not mixed with it. Half
 * of the input is read from the cache, and weekends have a fifth of the usage.
 */
export function seedUsage(world: World, apiKeyId: string): void {
  const { random } = demoSource(world.name);
  const ids = new Map(
    world.store
      .of(workspaces)
      .entries()
      .map(({ id, record }) => [record.name, id]),
  );
  const today = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
  for (let age = DAYS; age > 0; age -= 1) {
    const day = today - age * DAY_MS;
    const isWeekend = new Date(day).getUTCDay() % 6 === 0;
    for (const { workspace, model, input } of USED) {
      // Between 70 and 130 percent of a usual day.
      const all = Math.round((input * (70 + random.below(61))) / (isWeekend ? 500 : 100));
      const cacheRead = Math.floor(all / 2);
      recordRow(world, {
        minute: day + USED_AT_MS,
        api_key_id: apiKeyId,
        workspace_id: (workspace === null ? undefined : ids.get(workspace)) ?? world.workspaceId,
        model,
        service_tier: 'standard',
        context_window: '0-200k',
        inference_geo: 'global',
        ...NOTHING,
        uncached: all - cacheRead,
        cacheRead,
        output: Math.floor(all / 8),
      });
    }
  }
}
