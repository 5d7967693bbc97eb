import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CallSummary, InspectedAttempt, InspectedCall } from '../../server/inspected-call.js';
import { DetailHead } from '../ui/panes.js';
import { api, query } from '../api.js';
import { HighlightedCode } from '../markdown/code-block.js';
import { CopyButton } from '../ui/copy-button.js';
import { formatBytes, formatCount, formatSecond } from '../ui/format.js';
import { Pending } from '../ui/pending.js';

/** A call: its attempts with their timing and headers, the bodies, and the stream events. */
export function CallDetail({ call, onBack }: { readonly call: CallSummary; readonly onBack: () => void }) {
  const options = query(api.inspector.call, { id: call.id });
  // A call in flight is read again when its summary changes.
  const { data, error } = useQuery({ ...options, queryKey: [...options.queryKey, call] });
  return (
    <section className="card detail" aria-label={call.operation}>
      <DetailHead title={call.operation} below={formatSecond(call.at)} onBack={onBack}>
        {data?.curl != null && (
          <CopyButton text={data.curl} label="Copy as curl">
            Copy as curl
          </CopyButton>
        )}
        {data?.program != null && (
          <CopyButton text={data.program} label="Copy as TypeScript">
            Copy as TypeScript
          </CopyButton>
        )}
      </DetailHead>
      {data === undefined ? <Pending error={error} /> : <Facts call={data} />}
    </section>
  );
}

function Facts({ call }: { readonly call: InspectedCall }) {
  return (
    <>
      {call.message !== null && (
        <p className="notice bad">
          <span>
            <code>{call.code}</code> {call.message}
            {call.rule !== null && ` (violates rule ${call.rule})`}
          </span>
        </p>
      )}
      {call.waits.map(({ limit, waitedMs }, index) => (
        <p key={index} className="small">
          Waited {ms(waitedMs)} for the rate limit {limit}
        </p>
      ))}
      {call.tries.map((attempt, index) => (
        <Attempt
          key={index}
          number={index + 1}
          attempt={attempt}
          firstContentMs={index === call.tries.length - 1 ? call.firstContentMs : null}
        />
      ))}
      <Body title="Request body" json={call.request} />
      <Body title={call.eventCount > 0 ? 'Accumulated response' : 'Response body'} json={call.response} />
      {call.eventCount > 0 && <Events call={call} />}
    </>
  );
}

function Body({ title, json }: { readonly title: string; readonly json: string | null }) {
  if (json === null) return null;
  return (
    <Fold title={title} isOpen>
      <pre className="body-text" tabIndex={0}>
        <HighlightedCode text={json} language="json" />
      </pre>
    </Fold>
  );
}

interface AttemptProps {
  readonly number: number;
  readonly attempt: InspectedAttempt;
  readonly firstContentMs: number | null;
}

function Attempt({ number, attempt, firstContentMs }: AttemptProps) {
  const { startMs, connectedMs, headersMs, endMs, status, retry, bytes, text } = attempt;
  const timing = { connected: connectedMs, headers: headersMs, 'first content': firstContentMs, end: endMs };
  return (
    <section className="stack attempt" aria-label={`Attempt ${number}`}>
      <div className="row">
        <strong>Attempt {number}</strong>
        <span className={`chip ${status !== null && status < 400 ? 'good' : 'bad'}`}>
          {status ?? 'no response'}
        </span>
        <code className="truncate">
          {attempt.method} {attempt.url}
        </code>
      </div>
      <ul className="row small muted numbers" aria-label="Timing">
        <li>started at {ms(startMs)}</li>
        {Object.entries(timing).map(
          // A failed attempt has no content of its own.
          ([name, at]) =>
            at !== null && at >= startMs && <li key={name}>{`${name} +${ms(at - startMs)}`}</li>,
        )}
        <li>{formatBytes(bytes)}</li>
      </ul>
      {retry !== null && (
        <p className="small">
          Failed with <code>{retry.code}</code>, retried after {ms(retry.waitMs)}
        </p>
      )}
      {text !== '' && (
        <pre className="body-text" tabIndex={0}>
          {text}
        </pre>
      )}
      <Fold title="Headers">
        <Headers name="Request headers" headers={attempt.requestHeaders} />
        <Headers name="Response headers" headers={attempt.responseHeaders} />
      </Fold>
    </section>
  );
}

function Headers(props: { readonly name: string; readonly headers: Readonly<Record<string, string>> }) {
  return (
    <dl className="facts-list headers" aria-label={props.name}>
      {Object.entries(props.headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Events({ call: { events, eventCount } }: { readonly call: InspectedCall }) {
  return (
    <Fold title={`Stream events (${formatCount(eventCount)})`} isOpen>
      <ol className="stream-events" aria-label="Stream events">
        {events.map(({ atMs, type, data }, index) => (
          <li key={index}>
            <span className="numbers muted">{ms(atMs)}</span> <strong>{type}</strong> <code>{data}</code>
          </li>
        ))}
      </ol>
      {eventCount > events.length && <p className="small">Only the first {events.length} are kept.</p>}
    </Fold>
  );
}

/** A section that can be closed. Its content is rendered only while it is open. */
function Fold(props: { readonly title: string; readonly isOpen?: boolean; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(props.isOpen ?? false);
  return (
    <details className="fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{props.title}</summary>
      {isOpen && <div>{props.children}</div>}
    </details>
  );
}

function ms(duration: number): string {
  return duration < 10_000 ? `${Math.round(duration)} ms` : `${(duration / 1000).toFixed(1)} s`;
}
