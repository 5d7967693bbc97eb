import { useState } from 'react';
import type { FaultPanelState } from '../../server/fault-panel.js';
import { ask } from '../rpc.js';
import { Icon } from '../ui/icon.js';
import { useLoad } from '../ui/load.js';

/** Makes the emulator misbehave, so that a visitor sees the client cope. */
export function FaultPanel({ struck }: { readonly struck: Readonly<Record<string, number>> }) {
  const { data } = useLoad('faults.panel', null);
  const [changed, setChanged] = useState<FaultPanelState | null>();
  const panel = changed ?? data;
  if (panel == null) return null;
  const toggle = (id: string) => {
    const ids = panel.on.includes(id) ? panel.on.filter((known) => known !== id) : [...panel.on, id];
    setChanged({ ...panel, on: ids });
    void ask('faults.set', { ids }).then(setChanged);
  };
  return (
    <section className="stack" aria-labelledby="faults">
      <div className="row spread">
        <h2 id="faults">Make it go wrong</h2>
        <button
          type="button"
          className="button tiny"
          onClick={() => void ask('faults.power', { on: !panel.running }).then(setChanged)}
        >
          <Icon name={panel.running ? 'stop' : 'play'} size={16} />
          {panel.running ? 'Stop the emulator' : 'Start the emulator again'}
        </button>
      </div>
      <ul className="faults">
        {panel.presets.map(({ id, label, effect, times }) => (
          <li key={id}>
            <label className="card fault">
              <input type="checkbox" checked={panel.on.includes(id)} onChange={() => toggle(id)} />
              <strong className="row spread">
                {label}
                {panel.on.includes(id) && <Strikes count={struck[id] ?? 0} times={times} />}
              </strong>
              <span className="muted small">{effect}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How often a fault has struck; whether it is used up. */
function Strikes({ count, times }: { readonly count: number; readonly times: number | null }) {
  const isOver = times !== null && count >= times;
  return (
    <span className={`chip ${count === 0 ? '' : isOver ? 'good' : 'bad'}`} role="status">
      {count === 0 ? 'waits' : `struck ${count}×`}
      {isOver && ', over'}
    </span>
  );
}
