/** Audit log of the demo. */
import { activities, type ActivityDetails } from '../organization/activity-records.js';
import type { StoredChat } from '../compliance/chat-records.js';
import type { World } from '../world/world.js';
import { activitySamples, type SampleParts } from './activity-samples.js';
import list from './activity-samples.json' with { type: 'json' };
import { workingTime } from './times.js';

/** Default and minimum number of activities. */
export const ACTIVITY_COUNT = 320;

/** Options for {@link seedActivities}. */
export interface ActivitiesToSeed extends SampleParts {
  readonly world: World;
  /** Number of activities. */
  readonly count: number;
}

/** Common activities without additional fields, and those that do not belong to an organization. */
const { everyday: common, homeless } = list;

/**
 * Creates the audit log, oldest first: one activity of each known type, spread among common ones.
 *
 * @param options - World, records to refer to, and number of activities.
 */
export function seedActivities(options: ActivitiesToSeed): void {
  const { world, source, count } = options;
  const records = world.store.of(activities);
  const samples = activitySamples(options);
  const every = Math.max(1, Math.floor(count / samples.length));
  for (let index = 0; index < count; index++) {
    const sample = index % every === 0 ? samples[index / every] : undefined;
    const details = sample ?? everyday(options, index);
    const id = source.id('activity_');
    records.put(id, {
      id,
      // Some neighbors share a timestamp, so that lists have to order them by id.
      created_at: new Date(workingTime(index - (index % 5 === 4 ? 1 : 0), count)).toISOString(),
      isOwned: !homeless.includes(details.type),
      details,
    });
  }
}

function everyday({ actors, chats, people }: ActivitiesToSeed, index: number): ActivityDetails {
  const actor = actors.user(index % people.length);
  const chat = chats[index % chats.length] as StoredChat;
  const ids = { assistant_chat_id: chat.id, assistant_project_id: chat.project_id };
  switch (index % 4) {
    case 0:
      return { type: 'assistant_chat_created', actor, ...ids };
    case 1:
      return { type: 'assistant_chat_viewed', actor, ...ids };
    case 2:
      return { type: 'assistant_chat_updated', actor, ...ids };
    default:
      return { type: common[(index >> 2) % common.length], actor } as ActivityDetails;
  }
}
