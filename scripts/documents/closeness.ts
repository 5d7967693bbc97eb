/** How close to a heading of the documents, and to the row of a table, the contract declares a name. */
import type { Place, Places } from './contract-places.ts';

/**
 * Returns a function that returns how far from a heading and a row the contract declares a name: 0 for the field that the
 * row is about, then the same field inside, the objects of its type, the declarations that cite the heading, those that
 * cite the document, and last all others; Infinity when the contract does not declare it.
 *
 * @param places - Places of the contract.
 * @param key - Where the documents have the name, `<document> > <heading> > <first cell>`.
 */
export function closenessTo(places: Places, key: string): (name: string) => number {
  const scopes = scopesOf(places, key);
  const known: ReadonlySet<string>[] = [];
  return (name) => {
    const found = scopes.findIndex((scope, index) => {
      known[index] ??= namesIn(places, scope());
      return known[index].has(name);
    });
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  };
}

function namesIn(places: Places, scope: Iterable<string>): ReadonlySet<string> {
  return new Set([...scope].flatMap((place) => [...(places.get(place)?.declared ?? [])]));
}

/** The scopes from the closest to all places. Each is computed when the ones before it have nothing. */
function scopesOf(places: Places, key: string): readonly (() => Iterable<string>)[] {
  const [document = '', heading = '', subject = ''] = key.split(' > ');
  const subjects = subject.split(/, | or /);
  const citing = (source: string) =>
    rootsWhere(places, (one) => one === source || one.startsWith(`${source} > `));
  const own = (): readonly string[] => citing(`${document} > ${heading}`);
  const all = (): readonly string[] => rootsWhere(places, (one) => one.startsWith(`${document} > `));
  const aboutSubject = (roots: readonly string[]): ReadonlySet<string> => {
    const holders = roots.filter((root) => subjects.some((field) => places.get(root)?.declared.has(field)));
    const fields = subjects.flatMap((field) =>
      roots.flatMap((root) => [`${root}.${field}`, `${root}?${field}`]),
    );
    return new Set([...holders, ...within(places, fields)]);
  };
  return [
    () => aboutSubject(own()),
    () => aboutSubject([...within(places, own())]),
    () => within(places, membersOf(places, within(places, own()), subjects)),
    () => within(places, own()),
    () => within(places, membersOf(places, within(places, all()), subjects)),
    () => within(places, all()),
    () => places.keys(),
  ];
}

function rootsWhere(places: Places, cites: (source: string) => boolean): readonly string[] {
  const isRoot = ({ source }: Place): boolean => source?.split(/; */).some(cites) === true;
  return [...places].filter(([, place]) => isRoot(place)).map(([name]) => name);
}

/** Objects whose `type` is one of some values. */
function membersOf(places: Places, scope: Iterable<string>, values: readonly string[]): readonly string[] {
  return [...scope]
    .filter(
      (name) =>
        name.endsWith('.type') && values.some((value) => places.get(name)?.declared.has(value) === true),
    )
    .map((name) => name.slice(0, -'.type'.length));
}

/** Some places, those inside them and those that they refer to. */
function within(places: Places, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const place = places.get(name);
    if (place === undefined || found.has(name)) continue;
    found.add(name);
    open.push(...place.inner);
  }
  return found;
}
