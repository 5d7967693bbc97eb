import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FaultPanelState } from '../../server/fault-panel.js';
import { api, call, query } from '../api.js';
import { useAction } from '../ui/action.js';
import { Button } from '../ui/button.js';
import { ProblemNotice } from '../ui/notice.js';

/** Injects faults into the emulator, to show how the client handles them. */
export function FaultPanel({ injections }: { readonly injections: Readonly<Record<string, number>> }) {
  const { data, refetch } = useQuery(query(api.faults.panel));
  const [changed, setChanged] = useState<FaultPanelState | null>();
  const { problem, run } = useAction();
  const panel = changed ?? data;
  if (panel == null) return null;
  const change = (action: () => Promise<FaultPanelState | null>) =>
    run(async () => {
      try {
        setChanged(await action());
      } catch (error) {
        // Nothing is known to have changed.
        setChanged((await refetch()).data);
        throw error;
      }
    });
  const toggle = (id: string) => {
    const ids = panel.on.includes(id) ? panel.on.filter((known) => known !== id) : [...panel.on, id];
    setChanged({ ...panel, on: ids });
    void change(() => call(api.faults.set, { ids }));
  };
  return (
    <section className="stack" aria-labelledby="faults">
      <div className="row spread">
        <h2 id="faults">Inject faults</h2>
        {panel.running !== null && (
          <Button
            isOnce
            size="tiny"
            icon={panel.running ? 'stop' : 'play'}
            onClick={() => void change(() => call(api.faults.power, { on: panel.running !== true }))}
          >
            {panel.running ? 'Stop emulator' : 'Start emulator'}
          </Button>
        )}
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <ul className="columns faults">
        {panel.presets.map(({ id, label, effect, times }) => (
          <li key={id}>
            <label className="card fault">
              <input type="checkbox" checked={panel.on.includes(id)} onChange={() => toggle(id)} />
              <strong className="row spread">
                {label}
                {panel.on.includes(id) && <InjectionCount count={injections[id] ?? 0} times={times} />}
              </strong>
              <span className="muted small">{effect}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How often a fault was injected, and whether it is used up. */
function InjectionCount({ count, times }: { readonly count: number; readonly times: number | null }) {
  const isOver = times !== null && count >= times;
  return (
    <span className={`chip ${count === 0 ? '' : isOver ? 'good' : 'bad'}`} role="status">
      {count === 0 ? 'ready' : `injected ${count}×`}
      {isOver && ', done'}
    </span>
  );
}
