import { useId, useRef } from 'react';
import { api, call } from '../api.js';
import { useAction } from '../ui/action.js';
import { plural } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';
import { useDraft } from '../ui/stored.js';
import { EXAMPLE, parseRequests } from './parse-requests.js';

/** The form that submits requests, typed or from a file, one JSON object per line. */
export function NewBatch({ onCreated }: { readonly onCreated: (id: string) => void }) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useDraft('batch');
  const { busy, problem, run } = useAction();
  const parsed = parseRequests(text);
  const requests = 'requests' in parsed ? parsed.requests : [];
  const submit = () =>
    run(async () => {
      const batch = await call(api.batches.submit, { requests });
      setText('');
      onCreated(batch.id);
    });
  return (
    <form
      className="card batch-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label className="label" htmlFor={id}>
        Requests, one JSON object per line
      </label>
      <textarea
        id={id}
        className="input mono"
        rows={5}
        value={text}
        placeholder={EXAMPLE}
        aria-invalid={'problem' in parsed}
        aria-describedby={`${id}-below`}
        onChange={(event) => setText(event.target.value)}
      />
      <span id={`${id}-below`} className="below">
        {'problem' in parsed ? (
          <span className="wrong">{parsed.problem}</span>
        ) : (
          <span className="hint">{plural(requests.length, 'request')}</span>
        )}
      </span>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className="batch-actions">
        <button type="submit" className="button primary" disabled={busy || requests.length === 0}>
          Submit batch
        </button>
        <button type="button" className="button" onClick={() => file.current?.click()}>
          <Icon name="file" />
          Open a JSONL file
        </button>
        <button type="button" className="button quiet" onClick={() => setText(EXAMPLE)}>
          Insert an example
        </button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".jsonl,.ndjson,.json,.txt"
          aria-label="JSONL file"
          onChange={async (event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen !== undefined) setText(await chosen.text());
          }}
        />
      </div>
    </form>
  );
}
