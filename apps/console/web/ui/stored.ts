import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Values that exceed the browser's quota. They survive navigation, but not a reload. */
const unsaved = new Map<string, string>();
const listeners = new Set<() => void>();

function read(name: string): string | null {
  return unsaved.get(name) ?? localStorage.getItem(name);
}

function write(name: string, json: string | null): void {
  unsaved.delete(name);
  try {
    if (json === null) localStorage.removeItem(name);
    else localStorage.setItem(name, json);
  } catch {
    if (json !== null) unsaved.set(name, json);
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Fires for the changes of other tabs.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function namesOf(prefix: string): string[] {
  const names = new Set([...Object.keys(localStorage), ...unsaved.keys()]);
  return [...names].filter((name) => name.startsWith(prefix)).toSorted();
}

/** Reads the parts as a JSON object, which is the same text while nothing changes. */
function readParts(prefix: string): string {
  const parts = namesOf(prefix).map(
    (name) => `${JSON.stringify(name.slice(prefix.length))}:${read(name) ?? 'null'}`,
  );
  return `{${parts.join(',')}}`;
}

const partsOf = <V>(json: string): Readonly<Record<string, V>> => JSON.parse(json) as Record<string, V>;

/** What is stored under a name. */
export interface Stored<V> {
  readonly parts: Readonly<Record<string, V>>;
  /** Stores the parts that are returned. Those that are `undefined` are removed. */
  readonly set: (
    change: (known: Readonly<Record<string, V>>) => Readonly<Record<string, V | undefined>>,
  ) => void;
  /** Removes all parts. */
  readonly clear: () => void;
}

/**
 * State for what a person typed or staged. It survives navigation and reloads, and is shared by the tabs of the browser.
 * Each part is stored by itself: a tab learns of the changes of another one only after a while, and would erase them if
 * it stored them together with its own. Never use it for secrets.
 *
 * @param name - Unique name of the state.
 */
export function useStored<V>(name: string): Stored<V> {
  const prefix = `draft ${name}/`;
  const json = useSyncExternalStore(subscribe, () => readParts(prefix));
  const parts = useMemo(() => partsOf<V>(json), [json]);
  const set = useCallback<Stored<V>['set']>(
    (change) => {
      for (const [part, value] of Object.entries(change(partsOf<V>(readParts(prefix)))))
        write(prefix + part, value === undefined ? null : JSON.stringify(value));
      notify();
    },
    [prefix],
  );
  const clear = useCallback((): void => {
    for (const stored of namesOf(prefix)) write(stored, null);
    notify();
  }, [prefix]);
  return { parts, set, clear };
}

/** Stored text of an input. */
export function useDraft(
  name: string,
): readonly [string, (next: string | ((known: string) => string)) => void] {
  const { parts, set } = useStored<string>(name);
  return [
    parts['text'] ?? '',
    (next) => set(({ text = '' }) => ({ text: (typeof next === 'string' ? next : next(text)) || undefined })),
  ];
}
