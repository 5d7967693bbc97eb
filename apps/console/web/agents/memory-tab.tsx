import { useState, type FormEvent } from 'react';
import type { MemoryStore } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { Empty } from '../ui/empty.js';
import { formatBytes } from '../ui/format.js';
import { useLoad } from '../ui/load.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { NameForm } from './name-form.js';

/** Memory stores: what sessions remember from one to the next. */
export function MemoryTab() {
  const { data: stores, problem, reload } = useLoad('memory.stores', null);
  const create = async (name: string): Promise<void> => {
    await ask('memory.createStore', { name });
    await reload();
  };
  if (problem !== undefined) return <ProblemNotice problem={problem} />;
  if (stores === undefined) return <Spinner />;
  return (
    <div className="stack">
      <NameForm label="Name of a new memory store" action="Create" onSubmit={create} />
      {stores.length === 0 && (
        <Empty icon="thought" title="No memory store yet">
          <p>Give one to a session: what the agent writes there, the next session reads.</p>
        </Empty>
      )}
      {stores.map((store) => (
        <Store key={store.id} store={store} />
      ))}
    </div>
  );
}

function Store({ store }: { readonly store: MemoryStore }) {
  const { data: memories, problem, reload } = useLoad('memory.memories', { id: store.id });
  return (
    <article className="card store" aria-label={store.name}>
      <h2>{store.name}</h2>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {memories?.length === 0 && <p className="muted">Nothing is remembered yet.</p>}
      {memories?.map(({ id, path, content, content_size_bytes }) => (
        <details key={id} className="fold">
          <summary>
            <code>{path}</code> <span className="muted small">{formatBytes(content_size_bytes)}</span>
          </summary>
          <pre>{content}</pre>
        </details>
      ))}
      <MemoryForm storeId={store.id} onSaved={reload} />
    </article>
  );
}

function MemoryForm({
  storeId,
  onSaved,
}: {
  readonly storeId: string;
  readonly onSaved: () => Promise<void>;
}) {
  const [path, setPath] = useState('');
  const [content, setContent] = useState('');
  const { busy, problem, run } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await ask('memory.create', { storeId, path, content });
      setPath('');
      setContent('');
      await onSaved();
    });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="row">
        <input
          className="input search mono"
          required
          aria-label="Path of a memory"
          placeholder="/notes.md"
          value={path}
          onChange={(event) => setPath(event.target.value)}
        />
        <input
          className="input search"
          required
          aria-label="What to remember"
          placeholder="What to remember"
          value={content}
          onChange={(event) => setContent(event.target.value)}
        />
        <button type="submit" className="button" disabled={busy}>
          Remember
        </button>
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </form>
  );
}
