import type { activityOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { ScenariosFor } from '../scenario.js';

export const activityScenarios: ScenariosFor<typeof activityOperations> = {
  'activities.list': async ({ compliance: { activities } }) => {
    const all = await collect(activities.list({ limit: 100 }));
    expect(all.length).toBeGreaterThanOrEqual(300);
    const times = all.map((activity) => activity.created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    const type = 'assistant_chat_created';
    const created = await collect(activities.list({ activity_types: [type] }));
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created.map((activity) => activity.type))).toEqual(new Set([type]));
  },
};
