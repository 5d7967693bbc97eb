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

function parse<T>(json: string | null, fallback: T): T {
  return json === null ? fallback : (JSON.parse(json) as T);
}

/**
 * State for what a person typed or staged. It survives navigation and reloads, and is shared by the tabs of the browser.
 * A change is applied to what is stored, so that it never erases the change of another tab. Never use it for secrets.
 *
 * @param name - Unique name of the state.
 * @param fallback - Value while nothing is stored. Must be the same object on each render.
 * @returns The value, a function that changes it, and whether something is stored. `undefined` removes what is stored.
 */
export function useStored<T>(name: string, fallback: T) {
  const key = `draft ${name}`;
  const json = useSyncExternalStore(subscribe, () => read(key));
  const value = useMemo(() => parse(json, fallback), [json, fallback]);
  const setValue = useCallback(
    (change: (known: T) => T | undefined): void => {
      const next = change(parse(read(key), fallback));
      write(key, next === undefined ? null : JSON.stringify(next));
    },
    [key, fallback],
  );
  return [value, setValue, json !== null] as const;
}

/** Stored text of an input. */
export function useDraft(
  name: string,
): readonly [string, (next: string | ((known: string) => string)) => void] {
  const [text, setText] = useStored(name, '');
  return [text, (next) => setText((known) => (typeof next === 'string' ? next : next(known)) || undefined)];
}
