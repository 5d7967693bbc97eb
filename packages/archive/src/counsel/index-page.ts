import type { Chat } from '@parlance/schemas';
import { markup, pageHead } from '../pages/html.js';

/** A chat of a package. */
export interface CounselChat {
  readonly page: string;
  readonly chat: Chat;
  readonly presence: string;
  readonly hits: number;
}

/** The list of the chats of a package. */
export function* indexPage(
  chats: readonly CounselChat[],
  { text, errors }: { readonly text: string; readonly errors: number },
): Generator<string, void, undefined> {
  yield pageHead('Search').text;
  yield markup`<h1>Search</h1>
<p>Searched for <bdi><code>${text}</code></bdi>. ${chats.length} chats. ${errors} errors, see <a href="errors.csv">errors.csv</a>. Who exported this, when, and from which archive: <a href="custody.json">custody.json</a>.</p>
<table><thead><tr><th>Title</th><th>Person</th><th>Chat</th><th>Presence</th><th>Hits</th></tr></thead><tbody>
`.text;
  for (const { page, chat, presence, hits } of chats)
    yield markup`<tr><td><a href="${page}"><bdi>${chat.name === '' ? chat.id : chat.name}</bdi></a></td><td><bdi>${chat.user.email_address}</bdi></td><td>${chat.id}</td><td>${presence}</td><td class="number">${hits}</td></tr>
`.text;
  yield '</tbody></table></body></html>\n';
}
