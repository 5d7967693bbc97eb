import type * as z from 'zod';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';

/** Props of {@link NameForm}. */
export interface NameFormProps {
  readonly title: string;
  readonly label: string;
  /** Maximum length of the name, in characters. */
  readonly limit: number;
  /** The contract's schema of the name. */
  readonly schema: z.ZodType<{ name: string }>;
  /** Help text above the field. */
  readonly hint: string;
  readonly onSubmit: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Form for something that only needs a name. */
export function NameForm({ title, label, limit, schema, hint, onSubmit, onCancel }: NameFormProps) {
  return (
    <Form
      className="card detail"
      label={title}
      draft={title}
      initial={{ name: '' }}
      schema={schema}
      action="Create"
      onSubmit={({ name }) => onSubmit(name)}
      onCancel={onCancel}
    >
      <h2>{title}</h2>
      <p className="muted">{hint}</p>
      <TextField name="name" label={label} limit={limit} required />
    </Form>
  );
}
