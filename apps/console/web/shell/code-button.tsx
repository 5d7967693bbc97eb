import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api, query } from '../api.js';
import { CodeBlock } from '../markdown/code-block.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Empty } from '../ui/empty.js';
import { useOpen } from '../ui/view.js';
import { Pending } from '../ui/pending.js';

/** Shows the SDK calls behind the current page as a program. */
export function CodeButton() {
  const [isOpen, setOpen] = useOpen('code');
  return (
    <>
      <Button kind="quiet" icon="code" aria-label="Code" onClick={() => setOpen(true)}>
        <span className="wide">Code</span>
      </Button>
      {isOpen && (
        <Dialog title="This page as code" look="wide" onClose={() => setOpen(false)}>
          <Program />
        </Dialog>
      )}
    </>
  );
}

function Program() {
  const [page] = useLocation();
  const client = useQueryClient();
  // Once: the query below is about to be one of the active ones.
  const [routes] = useState(() => {
    const active = client.getQueryCache().findAll({ type: 'active' });
    return withStreams(page, [...new Set(active.flatMap(({ queryKey }) => namesOf(queryKey)))]);
  });
  const { data, error } = useQuery({ ...query(api.inspector.program, { page, routes }), gcTime: 0 });
  if (data === undefined) return <Pending error={error} />;
  if (data === null) return <Empty icon="code" title="This page has not called the service yet" />;
  return (
    <div className="stack">
      <p className="small muted">
        The calls that loaded what you see. Save as <code>program.mjs</code> in a folder with{' '}
        <code>@parlance/sdk</code>, set the keys, and run <code>{data.command}</code>.
      </p>
      <CodeBlock text={data.program} language="ts" />
    </div>
  );
}

/**
 * Returns the calls behind a query: the route of the server, or the operations of the SDK, that its key starts with. IDs
 * after an operation select its calls for them.
 */
function namesOf([first, ...rest]: readonly unknown[]): string[] {
  if (Array.isArray(first)) return first.map(String);
  const name = String(first);
  const ids = rest.filter((item) => typeof item === 'string' && item !== '');
  return name.startsWith('/') ? [name] : [[name, ...ids].join(' ')];
}

/** Adds the streams of a page, which are not queries. */
function withStreams(page: string, routes: readonly string[]): string[] {
  const streams: string[] = [];
  if (page.startsWith('/chat')) streams.push(api.chat.send.$path());
  if (page.startsWith('/compliance')) streams.push(api.exports.start.$path());
  return [...routes, ...streams];
}
