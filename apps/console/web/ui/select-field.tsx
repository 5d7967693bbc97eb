import { useId, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Help text below the field. It describes the field and is not part of its label. */
  readonly hint?: string;
  /** Validation message for the selected value. Replaces the hint. */
  readonly issue?: string | undefined;
  readonly required?: boolean;
  /** Name in the form data, for forms that are read on submit. */
  readonly name?: string;
  /** The `<option>` elements. */
  readonly children: ReactNode;
}

/** A labeled select with an optional hint and validation message. */
export function SelectField({ label, value, onChange, hint, issue, children, ...props }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={value}
        name={props.name}
        required={props.required}
        aria-invalid={issue !== undefined}
        aria-describedby={hint === undefined && issue === undefined ? undefined : `${id}-below`}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
      {(hint !== undefined || issue !== undefined) && (
        <span id={`${id}-below`} className={issue === undefined ? 'hint' : 'wrong'}>
          {issue ?? hint}
        </span>
      )}
    </div>
  );
}
