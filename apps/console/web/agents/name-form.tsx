import { useState, type FormEvent } from 'react';
import { useAction } from '../ui/action.js';
import { ProblemNotice } from '../ui/notice.js';

interface Props {
  readonly label: string;
  readonly action: string;
  readonly onSubmit: (name: string) => Promise<void>;
}

/** Makes something that needs a name only. */
export function NameForm({ label, action, onSubmit }: Props) {
  const [name, setName] = useState('');
  const { busy, problem, run } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await onSubmit(name);
      setName('');
    });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="row">
        <input
          className="input search"
          required
          maxLength={255}
          data-first-input
          aria-label={label}
          placeholder={label}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="button" disabled={busy}>
          {action}
        </button>
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </form>
  );
}
