/** Searches in the dialog of TypeDoc, whose keyboard support works with these results. */
import type { AsPlainObject } from 'minisearch';
import { searchIn, type SearchResult } from './site-search.ts';

declare global {
  var siteSearch: AsPlainObject | undefined;
}

const MOST = 12;
const base = document.documentElement.dataset['base'] ?? './';
let search: ((query: string) => readonly SearchResult[]) | undefined;

const index = document.createElement('script');
index.src = `${base}assets/site-search-index.js`;
index.addEventListener('load', () => {
  if (globalThis.siteSearch === undefined) return;
  search = searchIn(globalThis.siteSearch);
  show();
});
// The index is loaded by the first use.
document.addEventListener('focusin', ({ target }) => {
  if (target === fieldOf() && !index.isConnected) document.head.append(index);
});
// Before TypeDoc's own search, on the same field.
document.addEventListener(
  'input',
  (event) => {
    if (event.target !== fieldOf()) return;
    event.stopImmediatePropagation();
    show();
  },
  true,
);

function fieldOf(): HTMLInputElement | null {
  return document.querySelector('#tsd-search-input');
}

function show(): void {
  const query = fieldOf()?.value.trim() ?? '';
  const list = document.querySelector('#tsd-search-results');
  const status = document.querySelector('#tsd-search-status');
  if (search === undefined || list === null || status === null) return;
  const found = query === '' ? [] : search(query).slice(0, MOST);
  list.replaceChildren(...found.map(optionOf));
  status.textContent = query !== '' && found.length === 0 ? `No page has “${query}”.` : '';
}

function optionOf({ id, title, kind }: SearchResult, position: number): Element {
  const option = document.createElement('li');
  option.id = `site-search-${position}`;
  option.role = 'option';
  option.ariaSelected = 'false';
  const link = document.createElement('a');
  link.tabIndex = -1;
  link.href = `${base}${id}`;
  const name = document.createElement('span');
  name.className = 'text';
  name.textContent = title;
  const detail = document.createElement('span');
  detail.className = 'parent';
  detail.textContent = kind;
  link.append(name, detail);
  option.append(link);
  return option;
}
