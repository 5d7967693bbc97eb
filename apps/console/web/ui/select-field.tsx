import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The `<option>` elements. */
  readonly children: ReactNode;
}

/** A labeled select outside of forms. */
export function SelectField({ label, value, onChange, children }: Props) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </label>
  );
}
