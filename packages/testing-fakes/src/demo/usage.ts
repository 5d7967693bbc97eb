/** Usage of the demo: the month before the current day of the world, by workspace and model. */
import { workspaces } from '../organization/workspaces.js';
import { NOTHING, recordRow } from '../usage/usage-ledger.js';
import type { World } from '../world/world.js';
import { demoSource } from './ids.js';
import used from './usage.json' with { type: 'json' };

const DAY_MS = 86_400_000;
const DAYS = 30;
/** Time of a day at which everything is used, in milliseconds. */
const USED_AT_MS = 10 * 3_600_000;

/**
 * Records the usage of the 30 days before the current one, so that what a program uses today is not mixed with it. Half
 * of the input is read from the cache, and weekends have a fifth of the usage. `usage.json` has the input tokens of a working
 * day, by workspace (null for the default one) and model.
 */
export function seedUsage(world: World, apiKeyId: string): void {
  const { random } = demoSource(world.name);
  const named = world.store.of(workspaces).entries();
  const today = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
  for (let age = DAYS; age > 0; age -= 1) {
    const day = today - age * DAY_MS;
    const isWeekend = new Date(day).getUTCDay() % 6 === 0;
    for (const { workspace, model, input } of used) {
      // Between 70 and 130 percent of a usual day.
      const all = Math.round((input * (70 + random.below(61))) / (isWeekend ? 500 : 100));
      const cacheRead = Math.floor(all / 2);
      recordRow(world, {
        minute: day + USED_AT_MS,
        api_key_id: apiKeyId,
        workspace_id: named.find(({ record }) => record.name === workspace)?.id ?? world.workspaceId,
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
