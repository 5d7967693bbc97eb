import { Suspense, type ReactNode } from 'react';
import { Tab as AriaTab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { useSearchParams } from 'wouter';
import { NotFound } from './empty.js';
import { Spinner } from './spinner.js';

/** One tab. */
export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: () => ReactNode;
}

/** A row of tabs, and the panel of the one that the URL names, or else the first. The arrow keys move between tabs. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const [search, setSearch] = useSearchParams();
  const named = search.get('tab') ?? tabs[0]?.id;
  const current = tabs.find(({ id }) => id === named);
  const choose = (tab: string) => setSearch({ tab });
  return (
    <AriaTabs
      className="stack"
      // It selects one in any case.
      selectedKey={current?.id ?? tabs[0]?.id ?? ''}
      onSelectionChange={(id) => choose(String(id))}
    >
      <TabList className="row tabs" aria-label={label}>
        {tabs.map(({ id, label: text }) => (
          <AriaTab key={id} id={id} onClick={() => current === undefined && choose(id)}>
            {text}
          </AriaTab>
        ))}
      </TabList>
      {tabs.map(({ id, panel }) => (
        <TabPanel key={id} id={id} className="stack">
          {current === undefined ? (
            <NotFound what="Tab" />
          ) : (
            <Suspense fallback={<Spinner />}>{panel()}</Suspense>
          )}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
