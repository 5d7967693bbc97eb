import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import * as z from 'zod';
import { TextField } from './fields.js';
import { Form } from './form.js';
import { words } from './format.js';
import { lazily } from './lazily.js';

// Few schemas have values to select from.
const SelectField = lazily(async () => (await import('./select-field.js')).SelectField);

/** How a field of a schema is shown. The schema determines its control, its limit, and whether it is required. */
export interface ShownField {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** Number of rows of a multi-line text. Omit for a single line. */
  readonly rows?: number;
  readonly mono?: boolean;
  /** Labels of the values to select from. Default: the values, as words. */
  readonly options?: Readonly<Record<string, string>>;
  /** Maximum size in bytes, for a text that the contract does not limit in characters. */
  readonly maxBytes?: number;
}

/** The shown fields, by name. */
export type ShownFields = Readonly<Record<string, ShownField>>;

interface SchemaFormProps<I extends FieldValues, O> {
  readonly title: string;
  /** Unique name of the form, under which what a person typed is kept. Default: the title. */
  readonly draft?: string;
  readonly initial: I;
  /** The contract's schema of what is submitted. */
  readonly schema: z.ZodType<O>;
  readonly shown: ShownFields;
  /** Help text above the fields. */
  readonly hint?: string;
  /** Default: Create. */
  readonly action?: string;
  readonly onSubmit: (params: O) => PromiseLike<unknown>;
  readonly onCancel: () => void;
}

/** A form that is shown instead of the details, with the fields of a schema. */
export function SchemaForm<I extends FieldValues, O>({ title, hint, shown, ...form }: SchemaFormProps<I, O>) {
  return (
    <Form className="card detail" label={title} draft={title} action="Create" {...form}>
      <h2>{title}</h2>
      {hint !== undefined && <p className="muted">{hint}</p>}
      <SchemaFields schema={form.schema} shown={shown} />
    </Form>
  );
}

/** The fields of a form for what a schema of the contract describes. */
export function SchemaFields({ schema, shown }: { readonly schema: z.ZodType; readonly shown: ShownFields }) {
  const { properties = {}, required = [] } = useMemo(
    () => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    [schema],
  );
  return Object.entries(shown).map(([name, field]) => (
    <SchemaField
      key={name}
      {...field}
      name={name}
      schema={properties[name]}
      isRequired={required.includes(name)}
    />
  ));
}

interface FieldProps extends ShownField {
  readonly name: string;
  readonly schema: z.core.JSONSchema._JSONSchema | undefined;
  readonly isRequired: boolean;
}

function SchemaField({ schema, isRequired, options, maxBytes, ...field }: FieldProps) {
  const parts = typeof schema === 'object' ? (schema.anyOf ?? [schema]) : [];
  const known = parts.filter((part) => typeof part === 'object');
  const isNullable = known.some(({ type }) => type === 'null');
  const { enum: values, maxLength } = known.find(({ type }) => type !== 'null') ?? {};
  if (values !== undefined)
    return (
      <SelectField
        {...field}
        options={values.map((value) => [String(value), options?.[String(value)] ?? words(String(value))])}
      />
    );
  const limit = maxBytes ?? maxLength;
  return (
    <TextField
      {...field}
      required={isRequired && !isNullable}
      isNullable={isNullable && !isRequired}
      {...(limit === undefined ? {} : { limit })}
      unit={maxBytes === undefined ? 'characters' : 'bytes'}
    />
  );
}
