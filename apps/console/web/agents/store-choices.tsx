import { useQuery } from '@tanstack/react-query';
import { sessionLimits, type MemoryAccess } from '@parlance/schemas';
import { api, query } from '../api.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import { Meter } from './meter.js';
import type { StoreDraft } from './session-draft.js';

interface Props {
  readonly stores: readonly StoreDraft[];
  readonly onChange: (stores: readonly StoreDraft[]) => void;
}

/** Selects the memory stores of a session, with access and instructions for each. */
export function StoreChoices({ stores, onChange }: Props) {
  const { data } = useQuery(query(api.memory.stores, { archived: false }));
  if (data === undefined || data.length === 0) return null;
  const change = (id: string, part: Partial<StoreDraft>) =>
    onChange(stores.map((store) => (store.id === id ? { ...store, ...part } : store)));
  const toggle = (id: string, isIn: boolean) =>
    onChange(
      isIn
        ? stores.filter((store) => store.id !== id)
        : [...stores, { id, access: 'read_write', instructions: '' }],
    );
  return (
    <fieldset className="stack tight-stack">
      <legend className="part-head">
        <h3>Memory stores</h3> <Meter count={stores.length} limit={sessionLimits.memoryStores} />
      </legend>
      {data.map(({ id, name }) => {
        const chosen = stores.find((store) => store.id === id);
        return (
          <div key={id}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen !== undefined}
                onChange={() => toggle(id, chosen !== undefined)}
              />
              {name}
            </label>
            {chosen !== undefined && (
              <div className="field-pair part-item">
                <SelectField
                  label={`Access to ${name}`}
                  value={chosen.access}
                  onChange={(next) => change(id, { access: next as MemoryAccess })}
                >
                  <option value="read_write">Read and write</option>
                  <option value="read_only">Read only</option>
                </SelectField>
                <TextField
                  label={`Instructions for ${name}`}
                  value={chosen.instructions}
                  limit={sessionLimits.instructionsCharacters}
                  onChange={(instructions) => change(id, { instructions })}
                />
              </div>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
