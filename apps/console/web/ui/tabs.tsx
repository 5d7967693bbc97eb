import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useSearchParams } from 'wouter';

/** One tab. */
export interface Tab {
  readonly id: string;
  readonly label: string;
}

/** Returns the tab named in the URL, or the first one, and a function that selects a tab. */
export function useTab(tabs: readonly Tab[]): readonly [string, (id: string) => void] {
  const [search, setSearch] = useSearchParams();
  const named = search.get('tab');
  const current = tabs.find(({ id }) => id === named) ?? tabs[0];
  return [current?.id ?? '', (id) => setSearch({ tab: id })];
}

/** A row of tabs. The arrow keys move between them. */
export function Tabs(props: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  readonly onChange: (id: string) => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  // On a narrow screen the row scrolls, so a tab selected by URL or keyboard may be out of view.
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-selected=true]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [props.current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const index = props.tabs.findIndex(({ id }) => id === props.current) + step;
    const next = props.tabs.at(index % props.tabs.length);
    if (next === undefined) return;
    props.onChange(next.id);
    row.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={props.label} ref={row} onKeyDown={onKeyDown}>
      {props.tabs.map(({ id, label }) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === props.current}
          tabIndex={id === props.current ? 0 : -1}
          onClick={() => props.onChange(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
