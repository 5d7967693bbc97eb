import { useState } from 'react';

/** What is being written, by the name of its place. */
const drafts = new Map<string, string>();

/**
 * A text that is being written. It outlives a change of pages, and a reload of this tab.
 *
 * @param name - Name of the place where it is written, under which it is kept.
 */
export function useDraft(
  name: string,
): readonly [string, (next: string | ((known: string) => string)) => void] {
  const [text, setText] = useState(() => read(name));
  const write = (next: string | ((known: string) => string)): void => {
    // What is known here, and not what was drawn last: a place that is left may still put back what could not be sent.
    const written = typeof next === 'string' ? next : next(read(name));
    drafts.set(name, written);
    keep(name, written);
    setText(written);
  };
  return [text, write];
}

function read(name: string): string {
  return drafts.get(name) ?? sessionStorage.getItem(name) ?? '';
}

function keep(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // More than the browser keeps: it is here until the tab is reloaded.
  }
}
