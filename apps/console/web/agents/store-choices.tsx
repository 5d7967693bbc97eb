import { sessionLimits, type MemoryAccess } from '@parlance/schemas';
import { useLoad } from '../ui/load.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import { Meter } from './meter.js';
import type { StoreDraft } from './session-draft.js';

interface Props {
  readonly stores: readonly StoreDraft[];
  readonly onChange: (stores: readonly StoreDraft[]) => void;
}

/** The memory stores that a session is given: whether it may write there, and what for. */
export function StoreChoices({ stores, onChange }: Props) {
  const { data } = useLoad('memory.stores', { archived: false });
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
                  label={`What the session may do in ${name}`}
                  value={chosen.access}
                  onChange={(next) => change(id, { access: next as MemoryAccess })}
                >
                  <option value="read_write">read and write</option>
                  <option value="read_only">read only</option>
                </SelectField>
                <TextField
                  label={`What ${name} is for`}
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
