import { MessageBatchCreateParamsSchema } from '@parlance/schemas/validation';
import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { inference } from '../sdk/inference.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import { Form, issuesOf } from '../ui/form.js';
import { plural } from '../ui/format.js';
import { EXAMPLE, linesOf, type RequestLine } from './request-lines.js';

const EMPTY = { requests: '' };

/** The form that submits requests, typed or from a file, one JSON object per line. */
export function NewBatch({ onCreated }: { readonly onCreated: (id: string) => void }) {
  return (
    <Form
      className="card box"
      label="New batch"
      draft="new batch"
      initial={EMPTY}
      schema={MessageBatchCreateParamsSchema}
      paramsOf={({ requests }) => ({ requests: linesOf(requests).map(({ value }) => value) })}
      action="Submit batch"
      onSubmit={async (params) => onCreated((await inference.messages.batches.create(params)).id)}
    >
      <Requests />
    </Form>
  );
}

function Requests() {
  const file = useRef<HTMLInputElement>(null);
  const { setValue, formState } = useFormContext<typeof EMPTY>();
  const lines = linesOf(useWatch<typeof EMPTY, 'requests'>({ name: 'requests' }));
  const [issue] = issuesOf(formState.errors.requests);
  const setText = (text: string) => setValue('requests', text, { shouldValidate: true });
  return (
    <>
      <TextField
        name="requests"
        label="Requests, one JSON object per line"
        placeholder={EXAMPLE}
        hint={plural(lines.length, 'request')}
        issue={issue && describe(issue, lines)}
        rows={5}
        mono
      />
      <div className="row">
        <Button icon="file" onClick={() => file.current?.click()}>
          Open a JSONL file
        </Button>
        <Button kind="quiet" onClick={() => setText(EXAMPLE)}>
          Insert an example
        </Button>
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
    </>
  );
}

/** Describes an issue, whose path starts with the index of a request, by its line. */
function describe(issue: ReturnType<typeof issuesOf>[number], lines: readonly RequestLine[]): string {
  const [index = '', ...field] = issue.path.split('.');
  const line = index === '' ? undefined : lines[Number(index)];
  if (line === undefined) return issue.message;
  if (line.value === undefined) return `Line ${line.number} is not JSON.`;
  const place = field.length === 0 ? '' : `, ${field.join('.')}`;
  return `Line ${line.number}${place}: ${issue.message}`;
}
