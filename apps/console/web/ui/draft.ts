import { useState } from 'react';

/** Unsent texts by input name. */
const drafts = new Map<string, string>();

/**
 * State for an unsent text. It survives navigation and reloads of the tab.
 *
 * @param name - Unique name of the input, used as the storage key.
 */
export function useDraft(
  name: string,
): readonly [string, (next: string | ((known: string) => string)) => void] {
  const [text, setText] = useState(() => read(name));
  const write = (next: string | ((known: string) => string)): void => {
    // Read the stored text, not the rendered state: an unmounted input may still restore a message that failed to send.
    const written = typeof next === 'string' ? next : next(read(name));
    drafts.set(name, written);
    store(name, written);
    setText(written);
  };
  return [text, write];
}

function read(name: string): string {
  return drafts.get(name) ?? sessionStorage.getItem(name) ?? '';
}

function store(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // Over the storage quota: the text survives navigation but not a reload.
  }
}
