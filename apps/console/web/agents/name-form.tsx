import { useState, type FormEvent } from 'react';
import { useAction } from '../ui/action.js';
import { FormEnd } from '../ui/form-end.js';
import { TextField } from '../ui/text-field.js';

interface Props {
  readonly title: string;
  readonly label: string;
  /** Maximum length of the name, in characters. */
  readonly limit: number;
  /** Help text above the field. */
  readonly hint: string;
  readonly onSubmit: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Form for something that only needs a name. */
export function NameForm({ title, label, limit, hint, onSubmit, onCancel }: Props) {
  const [name, setName] = useState('');
  const { busy, problem, run } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => onSubmit(name));
  };
  return (
    <form className="card detail" aria-label={title} onSubmit={submit}>
      <h2>{title}</h2>
      <p className="muted">{hint}</p>
      <TextField label={label} value={name} limit={limit} required onChange={setName} />
      <FormEnd action="Create" busy={busy} problem={problem} onCancel={onCancel} />
    </form>
  );
}
