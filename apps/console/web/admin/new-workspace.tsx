import { useState, type FormEvent } from 'react';
import type { WorkspaceCreateParams } from '@parlance/schemas';
import type { PendingChanges } from './pending-changes.js';

/** Geographies to select from. The service may support more. */
const GEOS = ['global', 'us', 'eu'] as const;

/** A form for a new workspace. Asks where to store its data, because that cannot be changed later. */
export function NewWorkspace({ pending }: { readonly pending: PendingChanges }) {
  const [name, setName] = useState('');
  const [stored, setStored] = useState('us');
  const [allowed, setAllowed] = useState('unrestricted');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const params: WorkspaceCreateParams = {
      name,
      data_residency: {
        workspace_geo: stored,
        ...(allowed === 'unrestricted'
          ? {}
          : { allowed_inference_geos: [allowed], default_inference_geo: allowed }),
      },
    };
    const inference = allowed === 'unrestricted' ? 'anywhere' : `in ${allowed}`;
    pending.add({
      key: `new workspace ${name}`,
      subject: name,
      before: 'new',
      after: `data stored in ${stored} (permanent), inference ${inference}`,
      change: { kind: 'createWorkspace', params },
    });
    setName('');
  };
  return (
    <form className="row" onSubmit={submit}>
      <input
        className="input search"
        required
        data-first-input
        aria-label="New workspace name"
        placeholder="New workspace name"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <label className="row small muted">
        Data stored in
        <select className="input tight" value={stored} onChange={(event) => setStored(event.target.value)}>
          <option>us</option>
          <option>eu</option>
        </select>
      </label>
      <label className="row small muted">
        Inference runs in
        <select className="input tight" value={allowed} onChange={(event) => setAllowed(event.target.value)}>
          <option value="unrestricted">anywhere</option>
          {GEOS.map((geo) => (
            <option key={geo}>{geo}</option>
          ))}
        </select>
      </label>
      <button type="submit" className="button">
        Create
      </button>
    </form>
  );
}
