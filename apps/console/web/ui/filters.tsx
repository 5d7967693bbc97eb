/** Filters of a list, above it. What they are set to is in the URL. */
import type { ReactNode } from 'react';

interface Props {
  /** Accessible name. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches the list while a person types. */
export function SearchFilter(props: Props & { readonly placeholder: string }) {
  const { label, value, onChange, placeholder } = props;
  return (
    <input
      className="input search"
      type="search"
      data-first-input
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Selects one of the `<option>` elements. */
export function SelectFilter(props: Props & { readonly isTight?: boolean; readonly children: ReactNode }) {
  const { label, value, onChange, isTight = false, children } = props;
  return (
    <select
      className={`input ${isTight ? 'tight' : ''}`}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {children}
      {/* A value from a link that is not among the options is shown as it is. */}
      <option hidden value={value}>
        {value}
      </option>
    </select>
  );
}
