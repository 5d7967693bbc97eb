import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { NotFound } from './empty.js';

/** One tab. */
export interface Tab {
  readonly id: string;
  readonly label: string;
}

/** Returns the tab named in the URL, the first one by default, and a function that selects a tab. */
export function useTab(tabs: readonly Tab[]): readonly [string, (id: string) => void] {
  const [search, setSearch] = useSearchParams();
  return [search.get('tab') ?? tabs[0]?.id ?? '', (id) => setSearch({ tab: id })];
}

/** Renders the panel of a tab. A tab that does not exist is reported. */
export function TabPanel<Id extends string>(props: {
  readonly current: string;
  readonly panels: Readonly<Record<Id, () => ReactNode>>;
}) {
  const { current, panels } = props;
  if (!Object.hasOwn(panels, current)) return <NotFound what="Tab" />;
  return (
    <div role="tabpanel" aria-labelledby={`tab-${current}`}>
      {panels[current as Id]()}
    </div>
  );
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
