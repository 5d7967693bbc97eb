import { useId, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Below the field; it describes the field, and is no part of its name. */
  readonly hint?: string;
  /** What is wrong with the choice. */
  readonly issue?: string | undefined;
  readonly required?: boolean;
  /** Name in the form's data, for forms that are read when they are sent. */
  readonly name?: string;
  /** The options. */
  readonly children: ReactNode;
}

/** A field for a choice. */
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
