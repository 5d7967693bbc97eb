import type { Archive } from '../reader/open-archive.js';
import type { Conversation } from '../reader/conversation.js';
import type { Match } from './find-matches.js';
import type { ReadHit, SearchHit } from './read-hits.js';

/** A hit that was not returned, because the database differs from what was certified. */
export interface RefusedHit extends Pick<SearchHit, 'kind' | 'id' | 'chat_id' | 'digest'> {
  /** `changed`: the row of the database differs from its digest; `not_archived`: the newest state in the archive does not have it. */
  readonly problem: 'changed' | 'not_archived';
}

/** Hits, and those that were not returned. */
export interface VerifiedHits {
  /** The hits. */
  readonly hits: readonly SearchHit[];
  /** Hits among these that are not as certified, and are therefore not returned. */
  readonly refused: readonly RefusedHit[];
}

/** From this number of matches on, reading the archive once is faster than reading each chat. */
const SINGLE = 200;

/** Compares hits with the archive, if there is one. */
export class HitVerifier {
  readonly #archive: Archive | undefined;
  /** Digests of what the newest states consist of, as far as matches have them. */
  readonly #archived: Set<string> = new Set();
  /** Chats that were read; null if all were. */
  #read: Set<string> | null = new Set();

  private constructor(archive: Archive | undefined) {
    this.#archive = archive;
  }

  /** @param matches - All matches whose hits will be verified. */
  static async create(archive: Archive | undefined, matches: readonly Match[]): Promise<HitVerifier> {
    const verifier = new HitVerifier(archive);
    if (archive === undefined || matches.length < SINGLE) return verifier;
    const wanted = new Set(matches.map(({ digest }) => digest));
    for await (const conversation of archive.conversations())
      for (const digest of digestsOf(conversation)) if (wanted.has(digest)) verifier.#archived.add(digest);
    verifier.#read = null;
    return verifier;
  }

  async verify(found: readonly ReadHit[]): Promise<VerifiedHits> {
    const hits: SearchHit[] = [];
    const refused: RefusedHit[] = [];
    for (const { hit, isIntact } of found) {
      const { kind, id, chat_id, digest } = hit;
      if (!isIntact) refused.push({ kind, id, chat_id, digest, problem: 'changed' });
      else if (await this.#has(hit)) hits.push(hit);
      else refused.push({ kind, id, chat_id, digest, problem: 'not_archived' });
    }
    return { hits, refused };
  }

  async #has({ chat_id: chat, digest }: SearchHit): Promise<boolean> {
    if (this.#archive === undefined) return true;
    if (this.#read !== null && !this.#read.has(chat)) {
      this.#read.add(chat);
      const conversation = await this.#archive.conversation(chat);
      if (conversation !== null) for (const archived of digestsOf(conversation)) this.#archived.add(archived);
    }
    return this.#archived.has(digest);
  }
}

function digestsOf({ chat, messages }: Conversation): readonly string[] {
  return [chat, ...(messages ?? [])].map(({ digest }) => digest);
}
