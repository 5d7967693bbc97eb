import { type KeyboardEvent, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useCurrentInView } from './current-in-view.js';
import { NotFound } from './empty.js';

/** One tab. */
export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: () => ReactNode;
}

/** A row of tabs, and the panel of the one that the URL names, or else the first. The arrow keys move between tabs. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const [search, setSearch] = useSearchParams();
  const current = search.get('tab') ?? tabs[0]?.id;
  const choose = (id: string) => setSearch({ tab: id });
  const layout = [current, ...tabs.map((tab) => tab.label)].join();
  const row = useCurrentInView<HTMLDivElement>('[aria-selected=true]', layout);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const index = tabs.findIndex(({ id }) => id === current) + step;
    const next = tabs.at(index % tabs.length);
    if (next === undefined) return;
    choose(next.id);
    row.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  const panel = tabs.find(({ id }) => id === current)?.panel;
  // One tab can always be reached with the keyboard.
  const stop = panel === undefined ? tabs[0]?.id : current;
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={row} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={id === current}
            tabIndex={id === stop ? 0 : -1}
            onClick={() => choose(id)}
          >
            {text}
          </button>
        ))}
      </div>
      {panel === undefined ? (
        <NotFound what="Tab" />
      ) : (
        <div role="tabpanel" aria-labelledby={`tab-${current}`}>
          {panel()}
        </div>
      )}
    </>
  );
}
