import { useId } from 'react';
import { formatCount } from './format.js';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Maximum length, shown with the current length. Longer values are marked, not cut. */
  readonly limit?: number;
  /** Unit of the limit. Defaults to characters. */
  readonly unit?: 'characters' | 'bytes';
  /** Validation message. Not shown while the field is empty. */
  readonly issue?: string | undefined;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  /** Number of rows of a multi-line field. Omit for a single line. */
  readonly rows?: number;
  readonly mono?: boolean;
  readonly type?: 'text' | 'url' | 'number';
}

/** A labeled text field with its hint, validation message and length below it. */
export function TextField({ label, value, onChange, issue, hint, rows, mono, type, ...props }: Props) {
  const id = useId();
  const { limit, unit = 'characters', required = false, placeholder } = props;
  const count = unit === 'bytes' ? new TextEncoder().encode(value).length : Array.from(value).length;
  const isOver = limit !== undefined && count > limit;
  const shownIssue = value === '' || isOver ? undefined : issue;
  const common = {
    id,
    className: `input ${mono === true ? 'mono' : ''}`,
    value,
    required,
    placeholder,
    'aria-invalid': isOver || shownIssue !== undefined,
    'aria-describedby': `${id}-below`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {rows === undefined ? (
        <input {...common} type={type ?? 'text'} />
      ) : (
        <textarea {...common} rows={rows} />
      )}
      <span id={`${id}-below`} className="below">
        {shownIssue !== undefined && <span className="wrong">{shownIssue}</span>}
        {hint !== undefined && <span className="hint">{hint}</span>}
        {limit !== undefined && (
          <span className={`numbers ${isOver ? 'wrong' : 'hint'}`}>
            {formatCount(count)} of {formatCount(limit)} {unit}
          </span>
        )}
      </span>
    </div>
  );
}
