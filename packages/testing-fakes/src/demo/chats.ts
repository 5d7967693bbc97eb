/** Chats, projects and files of the demo. */
import type { StoredUser } from '../organization/directory.js';
import {
  chats,
  contents,
  updateOf,
  type StoredChat,
  type StoredContent,
  type StoredMessage,
} from '../compliance/chat-records.js';
import { projects, type StoredProject } from '../compliance/projects.js';
import type { World } from '../world/world.js';
import { pick, type DemoSource } from './ids.js';
import { workingTime } from './times.js';
import { topics, type Topic, type TopicFile } from './topics.js';

/** Default and minimum number of chats. */
export const CHAT_COUNT = 160;
/** Index of the chat with more than a page of messages, and their number. */
const LONGEST = { index: 15, messages: 120 };
/** Every how many additional chats one has the files of its topic. */
const FILES_EVERY = 3;
/** Index of the person with more than a page of chats: 11 of every 16. */
const MOST_ACTIVE = 3;

const MINUTE_MS = 60_000;
/** Time from a question to its edit, in milliseconds. */
const EDITED_MS = 30_000;
const MODELS = ['assistant-opus-4-7', 'assistant-sonnet-4-6', 'assistant-haiku-4-5'];
const PROJECTS: readonly (readonly [name: string, owner: number, isPrivate: boolean])[] = [
  ['Supplier review', 9, false],
  ['Payment service', 3, false],
  ['People and workplace', 2, true],
];

/** Options for {@link seedChats}. */
export interface ChatsToSeed {
  readonly world: World;
  readonly source: DemoSource;
  readonly people: readonly StoredUser[];
  /** Number of chats. */
  readonly count: number;
  /** Key of another organization that the chats belong to. Its chats are short. */
  readonly organization?: string | undefined;
}

/**
 * Creates projects and chats, oldest first.
 *
 * @returns The chats.
 */
export function seedChats(options: ChatsToSeed): readonly StoredChat[] {
  const { world, count } = options;
  const projectIds = options.organization === undefined ? seedProjects(options) : [];
  const records = world.store.of(chats);
  return Array.from({ length: count }, (_, index) => {
    // Chats start in pairs at the same time, like imported ones, so that lists have to order them by id.
    const started = workingTime(index >> 1, (count + 1) >> 1);
    const chat = makeChat(options, index, started, projectIds);
    return records.put(chat.id, chat);
  });
}

function seedProjects({ world, source, people }: ChatsToSeed): readonly string[] {
  const records = world.store.of(projects);
  return PROJECTS.map(([name, owner, isPrivate], index) => {
    const created = new Date(Date.UTC(2026, 2, 2 + index * 9, 9, 30)).toISOString();
    const project: StoredProject = {
      id: source.id('assistant_proj_'),
      name,
      created_at: created,
      updated_at: created,
      user: nameOf(people[owner] as StoredUser),
      is_private: isPrivate,
    };
    records.put(project.id, project);
    return project.id;
  });
}

function makeChat(
  options: ChatsToSeed,
  index: number,
  started: number,
  projectIds: readonly string[],
): StoredChat {
  const { source, people } = options;
  const topic = topics[index % topics.length] as Topic;
  const id = source.id('assistant_chat_');
  const isRich = options.organization === undefined && index < CHAT_COUNT;
  const user = people[isRich && index % 16 < 11 ? MOST_ACTIVE : index % people.length] as StoredUser;
  const turns = index === LONGEST.index ? repeat(topic.turns, LONGEST.messages) : topic.turns;
  const messages = makeMessages(options, {
    topic,
    chatId: id,
    started,
    turns: isRich ? turns : turns.slice(0, 2),
    hasFiles: isRich || index % FILES_EVERY === 0,
  });
  const updated = updateOf(messages.at(-1) as StoredMessage);
  return {
    id,
    created_at: new Date(started).toISOString(),
    updated_at: updated,
    deleted_at: index % 53 === 52 ? updated : null,
    model: index % 31 === 30 ? null : pick(source.random, MODELS),
    name: topic.name,
    project_id: index % 3 === 0 ? (projectIds[(index / 3) % projectIds.length] ?? null) : null,
    ...(options.organization !== undefined && { organization: options.organization }),
    user: nameOf(user),
    messages,
  };
}

const names = new WeakMap<StoredUser, StoredChat['user']>();

/** Returns the `user` of a person's chats. All chats of a person share one object, to save memory. */
function nameOf(user: StoredUser): StoredChat['user'] {
  const known = names.get(user);
  if (known !== undefined) return known;
  const name = { id: user.id, email_address: user.email };
  names.set(user, name);
  return name;
}

interface Conversation {
  readonly topic: Topic;
  readonly chatId: string;
  readonly started: number;
  readonly turns: readonly string[];
  /** Whether the chat has the files of its topic. */
  readonly hasFiles: boolean;
}

function repeat(turns: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => turns[index % turns.length] as string);
}

function makeMessages(
  options: ChatsToSeed,
  { topic, chatId, started, turns, hasFiles }: Conversation,
): readonly StoredMessage[] {
  const { source } = options;
  return turns.map((text, turn): StoredMessage => {
    const message = {
      id: source.id('assistant_chat_msg_'),
      role: turn % 2 === 0 ? ('user' as const) : ('assistant' as const),
      text,
      created_at: new Date(started + turn * MINUTE_MS + (turn % 2) * 4321).toISOString(),
      // Every third question was edited.
      ...(turn % 6 === 2 && {
        updated_at: new Date(started + turn * MINUTE_MS + EDITED_MS).toISOString(),
      }),
    };
    if (!hasFiles || turn > 1) return message;
    return turn === 0
      ? { ...message, ...uploads(options, topic, chatId) }
      : { ...message, ...products(options, topic, chatId) };
  });
}

function uploads(options: ChatsToSeed, topic: Topic, chatId: string): Partial<StoredMessage> {
  if (topic.file === undefined) return {};
  const id = options.source.id('assistant_file_');
  keep(options.world, id, contentOf(topic.file, chatId, 'file'));
  return { files: [{ id, filename: topic.file.filename, mime_type: topic.file.mime_type }] };
}

function products(options: ChatsToSeed, topic: Topic, chatId: string): Partial<StoredMessage> {
  const { world, source } = options;
  const { artifact, generated } = topic;
  const artifactId = source.id('assistant_artifact_');
  const version = source.id('assistant_artifact_version_');
  const fileId = source.id('assistant_gen_file_');
  if (artifact !== undefined) {
    const file = {
      filename: `${artifact.title}.md`,
      mime_type: artifact.artifact_type,
      data: artifact.content,
    };
    keep(world, version, contentOf(file, chatId, 'artifact'));
  }
  if (generated !== undefined) keep(world, fileId, contentOf(generated, chatId, 'generated_file'));
  return {
    artifacts: artifact && [
      { id: artifactId, artifact_type: artifact.artifact_type, title: artifact.title, version_id: version },
    ],
    generated_files: generated && [
      { id: fileId, filename: generated.filename, mime_type: generated.mime_type },
    ],
  };
}

function contentOf(file: TopicFile, chatId: string, kind: StoredContent['kind']): StoredContent {
  const { filename, mime_type, data, encoding = 'utf8' } = file;
  return { chat_id: chatId, kind, filename, mime_type, data, encoding };
}

function keep(world: World, id: string, content: StoredContent): void {
  world.store.of(contents).put(id, content);
}
