import { useId } from 'react';

interface Props {
  /** Name in the form's data, from which the value is read when it is sent. */
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly hint?: string | undefined;
}

/**
 * A field for a secret. The value stays in the field: it is in no state of the page, is read when the form is sent and
 * gone when the form closes.
 */
export function SecretField({ required = true, hint = 'It goes in and never comes out.', ...props }: Props) {
  return <NamedField {...props} type="password" required={required} hint={hint} />;
}

/** A field of a form with secrets that is none itself; it is read from the form like them. */
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

/** Reads a field of a form that is being sent; the empty string when there is none. */
export function fieldOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}
