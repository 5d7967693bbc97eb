import { useController } from 'react-hook-form';
import { Field, type FieldProps } from './fields.js';
import { Select, type Options } from './select.js';

/** A select of a form. */
export function SelectField({
  options,
  none,
  ...props
}: FieldProps & { readonly options: Options; readonly none?: string | undefined }) {
  const { name, label, isBare = false } = props;
  const { field } = useController({ name });
  return (
    <Field {...props} isBare>
      {({ 'aria-invalid': isInvalid, 'aria-describedby': describedBy }) => (
        <Select
          {...{ label, options, none, isInvalid }}
          hasLabel={!isBare}
          value={String(field.value ?? '')}
          onChange={field.onChange}
          aria-describedby={describedBy}
        />
      )}
    </Field>
  );
}
