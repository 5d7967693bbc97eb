import { useState, type ReactNode } from 'react';
import { Button } from './button.js';

/** Filters of a list, above it. What they are set to is in the URL. */
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

/** Filters of a list that are behind a button on a phone, so that the first row is on screen. */
export function FilterFold(props: {
  /** Number of filters that are set. */
  readonly count: number;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="tiny"
        icon="settings"
        className="on-phone"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Filters{props.count > 0 && ` (${props.count})`}
      </Button>
      <div className={`folded ${isOpen ? 'open' : ''}`}>{props.children}</div>
    </>
  );
}
