import { markup, pageHead, type Html } from '../pages/html.js';
import type { Conversation } from '../reader/conversation.js';
import type { RecordOf } from '../records/archive-record.js';
import { recordColumns } from '../records/record-columns.js';
import type { SearchHit } from '../sqlite/read-hits.js';
import { highlightsOf } from '../text/excerpt.js';
import type { TextQuery } from '../text/text-query.js';
import type { CopiedAttachment } from './counsel-folder.js';

/** Ids of the messages around hits. A hit in the title shows the first messages. */
export function shownMessages(
  conversation: Conversation,
  hits: readonly SearchHit[],
  around: number,
): ReadonlySet<string> {
  const ids = (conversation.messages ?? []).map(({ id }) => id);
  const shown = new Set<string>();
  for (const hit of hits) {
    const at = hit.kind === 'chat' ? 0 : ids.indexOf(messageWith(conversation, hit));
    for (const near of ids.slice(Math.max(0, at - around), at + around + 1)) shown.add(near);
  }
  return shown;
}

/** The message of a hit: for a file, the one that it is attached to. */
function messageWith({ files }: Conversation, { kind, id, digest }: SearchHit): string {
  const file = kind === 'file' ? files.find((one) => one.digest === digest) : undefined;
  return file?.body.message_id ?? id;
}

/** The page of a chat: its messages around hits, highlighted. */
export function* chatPage(
  { chat, messages, presence, snapshot, certificate }: Conversation,
  options: {
    readonly shown: ReadonlySet<string>;
    readonly hits: readonly SearchHit[];
    readonly query: TextQuery;
    readonly attachments: readonly CopiedAttachment[];
  },
): Generator<string, void, undefined> {
  const { shown, hits, query, attachments } = options;
  const { id, name, user, created_at: created } = chat.body;
  const found = new Set(hits.map((hit) => hit.id));
  yield pageHead(name === '' ? id : name).text;
  yield markup`<p><a href="../index.html">All chats</a></p><h1>${highlighted(name, found.has(id) ? query : [])}</h1>
<p><bdi>${user.email_address}</bdi>, <code>${id}</code>, created ${created}, ${presence.state}. Snapshot <code>${snapshot.digest}</code>, certificate ${certificate.sequence}.</p>
`.text;
  let left = 0;
  for (const message of messages ?? []) {
    if (!shown.has(message.id)) {
      left += 1;
      continue;
    }
    yield omitted(left).text;
    left = 0;
    const own = attachments.filter((one) => one.message === message.id);
    yield messageOf(message, found.has(message.id) ? query : [], own).text;
  }
  yield `${omitted(left).text}</body></html>\n`;
}

function omitted(count: number): Html {
  return count === 0
    ? markup``
    : markup`<p class="omitted">${count} messages are not shown.</p>
`;
}

function messageOf(
  record: RecordOf<'message'>,
  query: TextQuery,
  attachments: readonly CopiedAttachment[],
): Html {
  const { text, role, created_at: at } = recordColumns(record);
  const links = attachments.map(
    ({ name, path }) => markup`<li><a href="../${path}" download><bdi>${name}</bdi></a></li>`,
  );
  return markup`<section${query.length > 0 ? markup` class="hit"` : markup``}><h2>${role ?? ''}, ${at ?? ''}</h2>
<pre dir="auto">${highlighted(String(text ?? ''), query)}</pre>${links.length > 0 ? markup`<ul>${links}</ul>` : markup``}
<p><code>${record.id}</code> <code>${record.digest}</code></p></section>
`;
}

function highlighted(text: string, query: TextQuery): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const place of query.length === 0 ? [] : highlightsOf(text, query)) {
    parts.push(markup`${text.slice(end, place.start)}<mark>${text.slice(place.start, place.end)}</mark>`);
    end = place.end;
  }
  return markup`${parts}${text.slice(end)}`;
}
