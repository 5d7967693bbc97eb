import { useQuery } from '@tanstack/react-query';
import { sessionLimits } from '@parlance/schemas';
import { useFieldArray } from 'react-hook-form';
import { TextField } from '../ui/fields.js';
import { SelectField } from '../ui/select-field.js';
import { storeList } from './lists.js';
import { Meter } from './meter.js';
import type { SessionDraft } from './session-draft.js';

/** Selects the memory stores of a session, with access and instructions for each. */
export function StoreChoices() {
  const { data } = useQuery(storeList());
  const { fields, append, remove } = useFieldArray<SessionDraft, 'stores'>({ name: 'stores' });
  if (data === undefined || data.length === 0) return null;
  return (
    <fieldset className="stack tight-stack">
      <legend className="row part-head">
        <h3>Memory stores</h3> <Meter count={fields.length} limit={sessionLimits.memoryStores} />
      </legend>
      {data.map(({ id, name }) => {
        const index = fields.findIndex((store) => store.memory_store_id === id);
        const isIn = index !== -1;
        return (
          <div key={id}>
            <label className="check">
              <input
                type="checkbox"
                checked={isIn}
                onChange={() => {
                  if (isIn) remove(index);
                  else append({ memory_store_id: id, access: 'read_write', instructions: null });
                }}
              />
              {name}
            </label>
            {isIn && (
              <div key={fields[index]?.id} className="field-pair part-item">
                <SelectField
                  name={`stores.${index}.access`}
                  label={`Access to ${name}`}
                  options={{ read_write: 'Read and write', read_only: 'Read only' }}
                />
                <TextField
                  name={`stores.${index}.instructions`}
                  label={`Instructions for ${name}`}
                  limit={sessionLimits.instructionsCharacters}
                  isNullable
                />
              </div>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
