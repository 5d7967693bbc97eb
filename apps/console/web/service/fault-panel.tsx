import { useState } from 'react';
import type { FaultPanelState } from '../../server/service.js';
import { ask } from '../rpc.js';
import { Icon } from '../ui/icon.js';
import { useLoad } from '../ui/load.js';

/** Makes the emulator misbehave, so that a visitor sees the client cope. */
export function FaultPanel() {
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
        {panel.presets.map(({ id, label, effect }) => (
          <li key={id}>
            <label className="card fault">
              <input type="checkbox" checked={panel.on.includes(id)} onChange={() => toggle(id)} />
              <strong>{label}</strong>
              <span className="muted small">{effect}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
