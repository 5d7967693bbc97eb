import { useId, type ReactNode } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import { issuesOf } from './form.js';
import { formatCount } from './format.js';

/** Props of every field. */
export interface FieldProps {
  /** Path of the field in the form. */
  readonly name: string;
  readonly label: string;
  /** Help text below the field. It describes the field and is not part of its label. */
  readonly hint?: string;
  /** Validation message for a value that the schema does not see. */
  readonly issue?: string | undefined;
  /** Hides the label, which is then only read aloud. */
  readonly isBare?: boolean;
}

interface TextProps extends FieldProps {
  readonly type?: 'text' | 'url' | 'email' | 'number' | 'password' | 'datetime-local';
  /** Number of rows of a multi-line field. Omit for a single line. */
  readonly rows?: number;
  /** Maximum length, shown with the current length. Longer values are marked, not cut. */
  readonly limit?: number;
  /** Unit of the limit. Defaults to characters. */
  readonly unit?: 'characters' | 'bytes';
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly mono?: boolean;
  /** Submits an empty field as null. */
  readonly isNullable?: boolean;
  /** Focuses the field with the shortcut of the page. */
  readonly isFirst?: boolean;
}

/** A labeled text field of a form, with its hint, validation message and length below it. */
export function TextField(props: TextProps) {
  const { name, type = 'text', rows, limit, mono, isNullable, isFirst } = props;
  const { register } = useFormContext();
  const common = {
    className: `input ${mono === true ? 'mono' : ''}`,
    placeholder: props.placeholder,
    required: props.required,
    ...(isFirst === true ? { 'data-first-input': '' } : {}),
    ...register(name, {
      ...(isNullable === true ? { setValueAs: (text: string | null) => text || null } : {}),
      ...(type === 'number' ? { valueAsNumber: true } : {}),
    }),
  };
  return (
    <Field {...props} below={limit !== undefined && <Length {...props} limit={limit} />}>
      {(aria) =>
        rows === undefined ? (
          <input {...common} {...aria} type={type} autoComplete="off" />
        ) : (
          <textarea {...common} {...aria} rows={rows} />
        )
      }
    </Field>
  );
}

/** A field for a secret, which is never stored. It is discarded when the form closes. */
export function SecretField({ hint = 'You can’t view it after saving.', ...props }: FieldProps) {
  return <TextField required {...props} hint={hint} type="password" />;
}

/** A checkbox of a form. */
export function CheckField({ name, label }: FieldProps) {
  const { register } = useFormContext();
  return (
    <label className="check">
      <input type="checkbox" {...register(name)} />
      {label}
    </label>
  );
}

interface Aria {
  readonly id: string;
  readonly 'aria-label'?: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

/** A field of any kind, with its label above it, and its hint and validation message below it. */
export function Field(
  props: FieldProps & { readonly below?: ReactNode; readonly children: (aria: Aria) => ReactNode },
) {
  const { name, label, hint, isBare = false } = props;
  const { errors } = useFormContext().formState;
  const issue = props.issue ?? issuesOf(get(errors, name))[0]?.message;
  const id = useId();
  return (
    <div className="field">
      {!isBare && (
        <label className="label" htmlFor={id}>
          {label}
        </label>
      )}
      {props.children({
        id,
        ...(isBare ? { 'aria-label': label } : {}),
        'aria-invalid': issue !== undefined,
        'aria-describedby': `${id}-below`,
      })}
      <span id={`${id}-below`} className="row spread below">
        {issue !== undefined && <span className="wrong">{issue}</span>}
        {hint !== undefined && <span className="muted">{hint}</span>}
        {props.below}
      </span>
    </div>
  );
}

function Length({ name, limit, unit = 'characters' }: TextProps & { readonly limit: number }) {
  const text = String((useWatch({ name }) as unknown) ?? '');
  const count = unit === 'bytes' ? new TextEncoder().encode(text).length : Array.from(text).length;
  return (
    <span className={`numbers ${count > limit ? 'wrong' : 'muted'}`}>
      {formatCount(count)} of {formatCount(limit)} {unit}
    </span>
  );
}
