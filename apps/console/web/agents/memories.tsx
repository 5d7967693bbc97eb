import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { memoryLimits, type Memory } from '@parlance/schemas';
import { api, call, query } from '../api.js';
import { useAction } from '../ui/action.js';
import { formatBytes } from '../ui/format.js';
import { ProblemNotice } from '../ui/notice.js';
import { NotFound } from '../ui/empty.js';
import { Spinner } from '../ui/spinner.js';
import { TextField } from '../ui/text-field.js';
import { namesIn, useOpen, useView } from '../ui/view.js';
import { RemovalActions } from './removal-actions.js';
import { useIssues } from './use-issues.js';

interface Props {
  readonly storeId: string;
  /** Whether the store can be changed, which archived ones cannot. */
  readonly isOpen: boolean;
}

/** The memories of a store. Each loads when opened, and saving fails if it has changed since it was loaded. */
export function Memories({ storeId, isOpen }: Props) {
  const { data: memories, error, refetch } = useQuery(query(api.memory.list, { id: storeId }));
  const [{ memory: shown }] = useView({ memory: '' });
  if (error !== null && memories === undefined) return <ProblemNotice problem={error.problem} />;
  if (memories === undefined) return <Spinner />;
  return (
    <>
      {namesIn(shown).some((id) => memories.every((memory) => memory.id !== id)) && (
        <NotFound what="Memory" />
      )}
      {memories.length === 0 && <p className="muted">No memories yet.</p>}
      <ul className="memories" aria-label="Memories">
        {memories.map((memory) => (
          <MemoryLine key={memory.id} storeId={storeId} memory={memory} isOpen={isOpen} onChanged={refetch} />
        ))}
      </ul>
      {isOpen && <MemoryForm storeId={storeId} onSaved={refetch} />}
    </>
  );
}

interface LineProps extends Props {
  readonly memory: Memory;
  readonly onChanged: () => Promise<unknown>;
}

function MemoryLine({ storeId, memory, isOpen, onChanged }: LineProps) {
  const [isShown, setShown] = useOpen(memory.id, 'memory');
  const { id, path, content_size_bytes } = memory;
  return (
    <li>
      <details className="fold" open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary>
          <code>{path}</code> <span className="muted small">{formatBytes(content_size_bytes)}</span>
        </summary>
        {isShown && <Content storeId={storeId} id={id} isOpen={isOpen} onChanged={onChanged} />}
      </details>
      {isOpen && (
        <RemovalActions
          what="memory"
          name={path}
          isSmall
          onDelete={() => call(api.memory.forget, { storeId, id }).then(onChanged)}
        />
      )}
    </li>
  );
}

function Content(props: Props & { readonly id: string; readonly onChanged: () => Promise<unknown> }) {
  const { storeId, id, isOpen, onChanged } = props;
  const { data, error, refetch } = useQuery(query(api.memory.read, { storeId, id }));
  const [changed, setChanged] = useState<string>();
  const action = useAction();
  const found = error?.problem ?? action.problem;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (data === undefined || changed === undefined) return;
    void action.run(async () => {
      await call(api.memory.change, { storeId, id, content: changed, read: data.content_sha256 });
      await Promise.all([refetch(), onChanged()]);
      setChanged(undefined);
    });
  };
  return (
    <div className="stack tight-stack">
      {data !== undefined && changed === undefined && <pre>{data.content}</pre>}
      {changed !== undefined && (
        <form className="stack tight-stack" onSubmit={save}>
          <TextField
            label="Content"
            value={changed}
            limit={memoryLimits.contentBytes}
            unit="bytes"
            rows={6}
            onChange={setChanged}
          />
          <div className="row">
            <button type="submit" className="button tiny primary" disabled={action.busy}>
              Save
            </button>
            <button type="button" className="button tiny" onClick={() => setChanged(undefined)}>
              Cancel
            </button>
          </div>
        </form>
      )}
      {isOpen && data !== undefined && changed === undefined && (
        <div>
          <button type="button" className="button tiny" onClick={() => setChanged(data.content ?? '')}>
            Edit
          </button>
        </div>
      )}
      {found !== undefined && <ProblemNotice problem={found} />}
    </div>
  );
}

function MemoryForm({
  storeId,
  onSaved,
}: {
  readonly storeId: string;
  readonly onSaved: () => Promise<unknown>;
}) {
  const [path, setPath] = useState('');
  const [content, setContent] = useState('');
  const { busy, problem, run } = useAction();
  const issues = useIssues('memoryStores.memories.create', { path, content });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await call(api.memory.write, { storeId, path, content });
      setPath('');
      setContent('');
      await onSaved();
    });
  };
  return (
    <form className="part-item" aria-label="New memory" onSubmit={submit}>
      <TextField
        label="Memory path"
        value={path}
        limit={memoryLimits.pathBytes}
        unit="bytes"
        issue={issues.get('path')}
        placeholder="/notes.md"
        required
        mono
        onChange={setPath}
      />
      <TextField
        label="Memory content"
        value={content}
        limit={memoryLimits.contentBytes}
        unit="bytes"
        issue={issues.get('content')}
        required
        rows={3}
        onChange={setContent}
      />
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div>
        <button type="submit" className="button" disabled={busy}>
          Add memory
        </button>
      </div>
    </form>
  );
}
