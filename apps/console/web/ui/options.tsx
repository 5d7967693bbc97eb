/** The `<option>` elements of a select, for values with their labels. */
export function Options({ of }: { readonly of: Iterable<readonly [value: string, label: string]> }) {
  return [...of].map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
