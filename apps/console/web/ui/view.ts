import { useCallback, useRef } from 'react';
import { useSearchParams } from 'wouter';

/**
 * State in the URL, so that the view has an address, and Back, a reload and a link restore it. Other search parameters
 * are kept.
 *
 * @param defaults - The search parameters with their defaults, which are left out of the URL.
 * @returns The values, and a function that changes some of them. Pass `replace` to add no history entry.
 */
export function useView<T extends Readonly<Record<string, string>>>(defaults: T) {
  const [search, setSearch] = useSearchParams();
  const known = useRef(defaults);
  const view = Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [name, search.get(name) ?? fallback]),
  ) as { readonly [Name in keyof T]: string };
  const setView = useCallback(
    (change: { readonly [Name in keyof T]?: string }, options?: { readonly replace?: boolean }): void =>
      setSearch((params) => {
        const next = new URLSearchParams(params);
        for (const [name, value = ''] of Object.entries<string | undefined>(change)) {
          if (value === known.current[name]) next.delete(name);
          else next.set(name, value);
        }
        return next;
      }, options),
    [setSearch],
  );
  return [view, setView] as const;
}

/**
 * Whether a dialog or section is open, which the URL lists, so that a reload keeps it open and Back closes it.
 *
 * @param name - Name of the dialog, or ID of the section's record.
 * @param list - Search parameter that lists what is open.
 */
export function useOpen(name: string, list = 'open') {
  const [view, setView] = useView({ [list]: '' });
  const known = namesIn(view[list]);
  const isOpen = known.includes(name);
  const setOpen = (next: boolean): void => {
    if (next === isOpen) return;
    const names = next ? [...known, name] : known.filter((other) => other !== name);
    // What was closed should not reopen with Back.
    setView({ [list]: names.join(',') }, { replace: !next });
  };
  return [isOpen, setOpen] as const;
}

/** Returns the names of a list in the URL. */
export function namesIn(list = ''): readonly string[] {
  return list.split(',').filter((name) => name !== '');
}
