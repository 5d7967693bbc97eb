import { WorkspaceCreateParamsSchema } from '@parlance/schemas/validation';
import { TextField } from '../ui/fields.js';
import { SelectField } from '../ui/select-field.js';
import { Form } from '../ui/form.js';
import type { PendingChanges } from './pending-changes.js';

/** Geographies to select from. The service may support more. */
const GEOS = ['global', 'us', 'eu'] as const;

const EMPTY = { name: '', stored: 'us', allowed: 'unrestricted' };

/** A form for a new workspace. Asks where to store its data, because that cannot be changed later. */
export function NewWorkspace({ pending }: { readonly pending: PendingChanges }) {
  return (
    <Form
      className="inline-form"
      draft="workspace"
      initial={EMPTY}
      schema={WorkspaceCreateParamsSchema}
      paramsOf={({ name, stored, allowed }) => ({
        name: name.trim(),
        data_residency: {
          workspace_geo: stored,
          ...(allowed === 'unrestricted'
            ? {}
            : { allowed_inference_geos: [allowed], default_inference_geo: allowed }),
        },
      })}
      action="Create"
      onSubmit={(params) => {
        const { workspace_geo: stored, default_inference_geo: inference } = params.data_residency ?? {};
        pending.add({
          key: `new workspace ${params.name}`,
          subject: params.name,
          before: 'new',
          after: `data stored in ${stored} (permanent), inference ${inference == null ? 'anywhere' : `in ${inference}`}`,
          change: { kind: 'createWorkspace', params },
        });
      }}
    >
      <TextField name="name" label="New workspace name" required isFirst />
      <SelectField name="stored" label="Data stored in" options={{ us: 'us', eu: 'eu' }} />
      <SelectField
        name="allowed"
        label="Inference runs in"
        options={[['unrestricted', 'anywhere'], ...GEOS.map((geo) => [geo, geo] as const)]}
      />
    </Form>
  );
}
