import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { memoryLimits, type Memory } from '@parlance/schemas';
import { MemoryCreateParamsSchema } from '@parlance/schemas/validation';
import * as z from 'zod';
import { managedAgents } from '../sdk/managed-agents.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { formatBytes } from '../ui/format.js';
import { NotFound } from '../ui/empty.js';
import { Pending } from '../ui/pending.js';
import { SchemaFields } from '../ui/schema-form.js';
import { namesIn, useOpen, useView } from '../ui/view.js';
import { RemovalActions } from '../ui/removal-actions.js';

interface Props {
  readonly storeId: string;
  /** Whether the store can be changed, which archived ones cannot. */
  readonly isOpen: boolean;
}

/** The memories of a store. Each loads when opened, and saving fails if it has changed since it was loaded. */
export function Memories({ storeId, isOpen }: Props) {
  const {
    data: memories,
    error,
    refetch,
  } = useQuery({
    queryKey: ['memoryStores.memories.list', storeId],
    queryFn: async ({ signal }) => {
      const items = managedAgents.memoryStores.memories.list(storeId, { limit: 100 }, { signal });
      return (await Array.fromAsync(items)).filter((item): item is Memory => item.type === 'memory');
    },
  });
  const [{ memory: shown }] = useView({ memory: '' });
  if (memories === undefined) return <Pending error={error} />;
  return (
    <>
      {namesIn(shown).some((id) => memories.every((memory) => memory.id !== id)) && (
        <NotFound what="Memory" />
      )}
      {memories.length === 0 && <p className="muted">No memories yet.</p>}
      <ul className="stack tight-stack memories" aria-label="Memories">
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
          onDelete={() => managedAgents.memoryStores.memories.delete(storeId, id).then(onChanged)}
        />
      )}
    </li>
  );
}

/** A changed content, and the SHA-256 of the content that was edited. */
const changeSchema = MemoryCreateParamsSchema.pick({ content: true }).extend({ read: z.string() });

function Content(props: Props & { readonly id: string; readonly onChanged: () => Promise<unknown> }) {
  const { storeId, id, isOpen, onChanged } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ['memoryStores.memories.retrieve', storeId, id],
    queryFn: ({ signal }) => managedAgents.memoryStores.memories.retrieve(storeId, id, {}, { signal }),
  });
  const [isEditing, setEditing] = useState(false);
  const leave = () => setEditing(false);
  return (
    <div className="stack tight-stack">
      {data !== undefined && !isEditing && <pre>{data.content}</pre>}
      {data !== undefined && isEditing && (
        <Form
          className="stack tight-stack"
          draft={`memory ${id}`}
          initial={{ content: data.content ?? '', read: data.content_sha256 }}
          schema={changeSchema}
          action="Save"
          onSubmit={async ({ content, read }) => {
            // The update fails if the memory has changed since it was read.
            const precondition = { type: 'content_sha256' as const, content_sha256: read };
            const change = { content: content ?? '', precondition };
            await managedAgents.memoryStores.memories.update(storeId, id, change);
            await Promise.all([refetch(), onChanged()]);
            leave();
          }}
          onCancel={leave}
        >
          <TextField name="content" label="Content" limit={memoryLimits.contentBytes} unit="bytes" rows={6} />
        </Form>
      )}
      {isOpen && data !== undefined && !isEditing && (
        <div>
          <Button size="tiny" onClick={() => setEditing(true)}>
            Edit
          </Button>
        </div>
      )}
      <Pending error={error} isLoaded />
    </div>
  );
}

interface FormProps {
  readonly storeId: string;
  readonly onSaved: () => Promise<unknown>;
}

function MemoryForm({ storeId, onSaved }: FormProps) {
  return (
    <Form
      className="part-item"
      label="New memory"
      draft={`new memory of ${storeId}`}
      initial={{ path: '', content: '' }}
      schema={MemoryCreateParamsSchema}
      action="Add memory"
      onSubmit={(params) => managedAgents.memoryStores.memories.create(storeId, params).then(onSaved)}
    >
      <SchemaFields
        schema={MemoryCreateParamsSchema}
        shown={{
          path: {
            label: 'Memory path',
            placeholder: '/notes.md',
            maxBytes: memoryLimits.pathBytes,
            mono: true,
          },
          content: { label: 'Memory content', maxBytes: memoryLimits.contentBytes, rows: 3 },
        }}
      />
    </Form>
  );
}
