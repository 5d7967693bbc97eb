import { useId } from 'react';
import { formatCount } from './format.js';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Most that may be typed; told as one types. */
  readonly limit?: number;
  /** What the limit counts. Default characters. */
  readonly unit?: 'characters' | 'bytes';
  /** What is wrong with the value. It is not said of an empty field: nobody has got it wrong yet. */
  readonly issue?: string | undefined;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  /** Rows of a longer text; a single line when left out. */
  readonly rows?: number;
  readonly mono?: boolean;
  readonly type?: 'text' | 'url' | 'number';
}

/** A field for text, with its limit and what is wrong below it. */
export function TextField({ label, value, onChange, issue, hint, rows, mono, type, ...props }: Props) {
  const id = useId();
  const { limit, unit = 'characters', required = false, placeholder } = props;
  const count = unit === 'bytes' ? new TextEncoder().encode(value).length : Array.from(value).length;
  const isOver = limit !== undefined && count > limit;
  const wrong = value === '' || isOver ? undefined : issue;
  const common = {
    id,
    className: `input ${mono === true ? 'mono' : ''}`,
    value,
    required,
    placeholder,
    'aria-invalid': isOver || wrong !== undefined,
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
        {wrong !== undefined && <span className="wrong">{wrong}</span>}
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
