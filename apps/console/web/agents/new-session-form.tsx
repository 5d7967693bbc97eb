import { useState, type FormEvent } from 'react';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { useLoad } from '../ui/load.js';
import { ProblemNotice } from '../ui/notice.js';

interface Props {
  /** Agent that is chosen at first; empty for none. */
  readonly agentId: string;
  readonly onCreated: (id: string) => void;
  readonly onCancel: () => void;
}

/** Starts a session of an agent, with what it is given. */
export function NewSessionForm({ agentId, onCreated, onCancel }: Props) {
  const { data: agents } = useLoad('agents.list', null);
  const { data: stores } = useLoad('memory.stores', null);
  const { data: vaults } = useLoad('vaults.list', null);
  const [chosen, setChosen] = useState(agentId);
  const [title, setTitle] = useState('');
  const [memoryStoreIds, setMemoryStoreIds] = useState<readonly string[]>([]);
  const [vaultIds, setVaultIds] = useState<readonly string[]>([]);
  const { busy, problem, run } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const params = { agentId: chosen, title, memoryStoreIds, vaultIds };
    void run(async () => onCreated((await ask('sessions.create', params)).id));
  };
  return (
    <form className="card detail" aria-label="New session" onSubmit={submit}>
      <h2>New session</h2>
      <label className="field">
        <span className="label">Agent</span>
        <select className="input" required value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">Choose one</option>
          {agents
            ?.filter(({ archived_at }) => archived_at === null)
            .map(({ id, name, version }) => (
              <option key={id} value={id}>
                {name}, version {version}
              </option>
            ))}
        </select>
        <span className="hint">The session keeps this version, whatever becomes of the agent.</span>
      </label>
      <label className="field">
        <span className="label">Title</span>
        <input className="input" value={title} onChange={(event) => setTitle(event.target.value)} />
      </label>
      <Choices
        legend="Memory stores"
        items={(stores ?? []).map(({ id, name }) => ({ id, name }))}
        chosen={memoryStoreIds}
        onChange={setMemoryStoreIds}
      />
      <Choices
        legend="Vaults"
        items={(vaults ?? []).map(({ id, display_name }) => ({ id, name: display_name }))}
        chosen={vaultIds}
        onChange={setVaultIds}
      />
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className="row">
        <button type="submit" className="button primary" disabled={busy || chosen === ''}>
          Start
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface ChoicesProps {
  readonly legend: string;
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choices({ legend, items, chosen, onChange }: ChoicesProps) {
  if (items.length === 0) return null;
  return (
    <fieldset>
      <legend className="label small">{legend}</legend>
      {items.map(({ id, name }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() =>
              onChange(chosen.includes(id) ? chosen.filter((known) => known !== id) : [...chosen, id])
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
