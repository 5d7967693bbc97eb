import type { Archive } from '../reader/open-archive.js';
import { listChatUnits, readArchivedUnit } from './archived-chats.js';
import { HoldMatcher } from './hold-match.js';
import type { HeldChat, Hold, HoldEffect } from './hold.js';
import { Samples } from '../certificates/samples.js';

const SAMPLES = 5;

/**
 * Finds what holds match, in their order. Reads the chats of the archive once for all holds, with the memory of {@link readArchivedUnit}.
 *
 * @throws {ArchiveError} When the archive is damaged.
 */
export async function effectsOf(archive: Archive, holds: readonly Hold[]): Promise<readonly HoldEffect[]> {
  if (holds.length === 0) return [];
  const found = new Map(holds.map(({ id }) => [id, { matches: 0, samples: new Samples<HeldChat>(SAMPLES) }]));
  const matcher = new HoldMatcher(holds);
  const { units } = await listChatUnits(archive, archive.manifest.certificates);
  for (const [name, unit] of units) {
    const { chats } = await readArchivedUnit(archive, { name, ...unit }, matcher);
    for (const { chat, holds: matching } of chats.values()) {
      const { id: user, email_address: email } = chat.user;
      const sample = { chat: chat.id, title: chat.name, user, email };
      for (const effect of matching.flatMap((id) => found.get(id) ?? [])) {
        effect.matches += 1;
        effect.samples.add(chat.id, sample);
      }
    }
  }
  return [...found.values()].map(({ matches, samples }) => ({ matches, samples: samples.list }));
}
