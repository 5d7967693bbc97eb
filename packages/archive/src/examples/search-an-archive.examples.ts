/* Searches the archive. */
import assert from 'node:assert/strict';
// #region Search an archive
import { searchArchive } from '@parlance/archive';

const { hits, total } = await searchArchive('./archive.db', 'the budget*', {
  from: '2026-01-01T00:00:00Z',
  order: 'newest',
  limit: 20,
});
console.log(`${total} hits`);
for (const { user_email, chat_name, excerpt, highlights } of hits) {
  const words = highlights.map(({ start, end }) => excerpt.slice(start, end));
  console.log(`${user_email}, ${chat_name}: ${excerpt} (${words.join(', ')})`);
}
// #endregion

assert.equal(hits.length, Math.min(total, 20));
