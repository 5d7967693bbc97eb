/**
 * Activities of every type whose fields are known, by every documented type of actor.
 *
 * Rules: CMP-090, CMP-091, CMP-092, CMP-093, CMP-094, CMP-095, CMP-096, CMP-097, CMP-098, CMP-099, CMP-100,
 * CMP-101, CMP-102, CMP-103.
 */
import type { StoredUser } from '../organization/directory.js';
import type { ActivityDetails } from '../organization/activity-records.js';
import type { StoredChat } from '../compliance/chat-records.js';
import type { DemoActors } from './activity-actors.js';
import list from './activity-samples.json' with { type: 'json' };
import type { DemoSource } from './ids.js';

/** Records that the samples refer to. */
export interface SampleParts {
  readonly source: DemoSource;
  readonly actors: DemoActors;
  readonly people: readonly StoredUser[];
  readonly chats: readonly StoredChat[];
  readonly workspaceId: string;
}

/**
 * Returns the samples. In the file, `{name}` is replaced by an id, `{user:4}` and `{email:4}` by those of the fifth person.
 *
 * @param parts - Records that the samples refer to.
 */
export function activitySamples(parts: SampleParts): readonly ActivityDetails[] {
  const { source, actors, people, chats, workspaceId } = parts;
  const ids: Record<string, string | null | undefined> = {
    chat: chats[0]?.id,
    project: chats[0]?.project_id,
    workspace: workspaceId,
    api_key: actors.api.api_key_id,
    ...Object.fromEntries(people.map(({ id }, index) => [`user:${index}`, id])),
    ...Object.fromEntries(people.map(({ email }, index) => [`email:${index}`, email])),
    ...Object.fromEntries(Object.entries(list.ids).map(([name, prefix]) => [name, source.id(prefix)])),
  };
  const fill = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    return key === 'actor'
      ? actorOf(actors, value)
      : value.replace(/^\{(.+)\}$/, (_, name) => ids[name] ?? '');
  };
  return list.samples.map((sample) => JSON.parse(JSON.stringify(sample), fill) as ActivityDetails);
}

function actorOf(actors: DemoActors, name: string): ActivityDetails['actor'] {
  if (name.startsWith('user:')) return actors.user(Number(name.slice('user:'.length)));
  return actors[name as Exclude<keyof DemoActors, 'user'>];
}
