import { useId } from 'react';

interface Props {
  /** Name in the form data, which is read on submit. */
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly hint?: string | undefined;
}

/**
 * A field for a secret. The value never enters React state: it is read from the form on submit and discarded when the
 * form closes.
 */
export function SecretField({ required = true, hint = 'You can’t view it after saving.', ...props }: Props) {
  return <NamedField {...props} type="password" required={required} hint={hint} />;
}

/** An uncontrolled field, for non-secret values in a form that also holds secrets. */
export function NamedField(props: Props & { readonly type: 'text' | 'url' | 'datetime-local' | 'password' }) {
  const { name, label, type, required = false, hint } = props;
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        name={name}
        type={type}
        required={required}
        autoComplete="off"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
    </div>
  );
}

/** Reads a field of a form on submit. Returns an empty string if the field is missing. */
export function fieldOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}
