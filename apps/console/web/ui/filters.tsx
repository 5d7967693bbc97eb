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
