/** The search of the site: what the index is made with, and what the page and the tests search with. */
import MiniSearch, { type AsPlainObject, type Options, type SearchOptions } from 'minisearch';
import { stemmer } from 'stemmer';

/** A page that can be found. */
export interface SearchEntry {
  /** Address, relative to the site. */
  readonly id: string;
  readonly title: string;
  /** What the page is, for example `Guides`, `class of @parlance/inference` or `endpoint messages.create`. */
  readonly kind: string;
  /** Other words that people search it by. */
  readonly aliases: string;
  readonly headings: string;
  readonly text: string;
  /** How much more likely it is what people look for than a page of the reference. */
  readonly weight: number;
}

/** A page that was found. */
export type SearchResult = Pick<SearchEntry, 'id' | 'title' | 'kind'>;

/** Words without a meaning of their own in a question. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be been being but by can cannot could do does doing for from get had has have how i if in is it its me my of on or our out should so some somebody someone that the their them then there they this to up use using want was we were what when where which while who why will with would you your'.split(
    ' ',
  ),
);

const SEARCH: SearchOptions = {
  boost: { title: 5, aliases: 5, headings: 2 },
  // Documents differ much in length, which says little about them.
  bm25: { k: 1.2, b: 0.4, d: 0.5 },
  // People see results while they type.
  prefix: (term, index, terms) => index === terms.length - 1 && term.length > 2,
  fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  weights: { fuzzy: 0.2, prefix: 0.4 },
  boostDocument: (_id, _term, stored) => Number(stored?.['weight'] ?? 1),
};

const OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'aliases', 'headings', 'text'],
  storeFields: ['title', 'kind', 'weight'],
  // `maxRetries` is also found by its words.
  processTerm: (term) => {
    const words = [term, ...(term.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [])].map((word) =>
      word.toLowerCase(),
    );
    return Array.from(new Set(words.filter((word) => !STOP_WORDS.has(word)).map(stemmer)));
  },
  searchOptions: SEARCH,
};

/** Returns the index of pages, as JSON. */
export function indexOf(entries: readonly SearchEntry[]): AsPlainObject {
  const search = new MiniSearch(OPTIONS);
  search.addAll(entries);
  return search.toJSON();
}

/** Returns a function that finds pages, the best first: one that has exactly this name is the best. */
export function searchIn(index: AsPlainObject): (query: string) => readonly SearchResult[] {
  const search = MiniSearch.loadJS(index, OPTIONS);
  return (query) => {
    const name = query.trim().toLowerCase();
    const found = search
      .search(query)
      .map(({ id, title, kind }) => ({ id: String(id), title: String(title), kind: String(kind) }));
    const isNamed = ({ title, kind }: SearchResult): boolean =>
      title.toLowerCase() === name || kind.toLowerCase() === `endpoint ${name}`;
    return [...found.filter(isNamed), ...found.filter((result) => !isNamed(result))];
  };
}
