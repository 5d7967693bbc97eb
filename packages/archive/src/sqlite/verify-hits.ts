import { ArchiveError } from '../archive-error.js';
import type { Archive } from '../reader/open-archive.js';
import type { Conversation } from '../reader/conversation.js';
import type { RecordOf } from '../records/archive-record.js';
import { readFileText, type ExtractText } from '../text/file-text.js';
import type { Match } from './find-matches.js';
import type { ReadHit, SearchHit } from './read-hits.js';

/** A hit that was not returned, because the database differs from what was certified. */
export interface RefusedHit extends Pick<SearchHit, 'kind' | 'id' | 'chat_id' | 'digest'> {
  /**
   * `changed`: the database differs from the record with the digest, or from the content of the file; `not_archived`: the newest state in the archive
   * does not have it; `no_archive`: the text of a file can only be compared with an archive.
   */
  readonly problem: 'changed' | 'not_archived' | 'no_archive';
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

/** What hits are compared with. */
interface VerifyHitsOptions {
  readonly archive?: Archive | undefined;
  readonly extract?: ExtractText | undefined;
}

/** Compares hits with the archive, if there is one. */
export class HitVerifier {
  readonly #archive: Archive | undefined;
  readonly #extract: ExtractText | undefined;
  /** Digests of what the newest states consist of, as far as matches have them. */
  readonly #archived: Set<string> = new Set();
  /** Records of files, by digest. */
  readonly #files: Map<string, RecordOf<'file'>> = new Map();
  /** Chats that were read; null if all were. */
  #read: Set<string> | null = new Set();

  private constructor({ archive, extract }: VerifyHitsOptions) {
    this.#archive = archive;
    this.#extract = extract;
  }

  /** @param matches - All matches whose hits will be verified. */
  static async create(options: VerifyHitsOptions, matches: readonly Match[]): Promise<HitVerifier> {
    const verifier = new HitVerifier(options);
    const { archive } = options;
    if (archive === undefined || matches.length < SINGLE) return verifier;
    const wanted = new Set(matches.map(({ digest }) => digest));
    for await (const conversation of archive.conversations())
      verifier.#keep(conversation, (digest) => wanted.has(digest));
    verifier.#read = null;
    return verifier;
  }

  async verify(found: readonly ReadHit[]): Promise<VerifiedHits> {
    const hits: SearchHit[] = [];
    const refused: RefusedHit[] = [];
    for (const read of found) {
      const { kind, id, chat_id, digest } = read.hit;
      const problem = await this.#problemOf(read);
      if (problem === null) hits.push(read.hit);
      else refused.push({ kind, id, chat_id, digest, problem });
    }
    return { hits, refused };
  }

  async #problemOf({ hit, isIntact, fileText }: ReadHit): Promise<RefusedHit['problem'] | null> {
    if (!isIntact) return 'changed';
    if (!(await this.#has(hit))) return 'not_archived';
    if (fileText === null) return null;
    if (this.#archive === undefined) return 'no_archive';
    return (await this.#isTextOf(hit, fileText)) ? null : 'changed';
  }

  async #has({ chat_id: chat, digest }: SearchHit): Promise<boolean> {
    if (this.#archive === undefined) return true;
    if (this.#read !== null && !this.#read.has(chat)) {
      this.#read.add(chat);
      const conversation = await this.#archive.conversation(chat);
      if (conversation !== null) this.#keep(conversation, () => true);
    }
    return this.#archived.has(digest);
  }

  #keep(conversation: Conversation, isWanted: (digest: string) => boolean): void {
    const { chat, messages, files } = conversation;
    for (const { digest } of [chat, ...(messages ?? []), ...files])
      if (isWanted(digest)) this.#archived.add(digest);
    for (const file of files) if (isWanted(file.digest)) this.#files.set(file.digest, file);
  }

  /** Reads the text of a file again. */
  async #isTextOf({ digest }: SearchHit, text: string): Promise<boolean> {
    const archive = this.#archive;
    const file = this.#files.get(digest);
    if (archive === undefined || file === undefined) return false;
    try {
      const read = await readFileText(file.body, () => archive.openFile(file), this.#extract);
      return 'text' in read && read.text === text;
    } catch (error) {
      if (!ArchiveError.is(error)) throw error;
      return false;
    }
  }
}
