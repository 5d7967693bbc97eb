import type { ReactNode } from 'react';
import { useFieldArray } from 'react-hook-form';
import { Button } from './button.js';

/** A part of a form with any number of items, each with the same fields. */
export function FieldList(props: {
  /** Path of the items in the form. */
  readonly name: string;
  /** What an item is, for example `MCP server`. */
  readonly what: string;
  /** A new item. */
  readonly empty: object;
  /** Returns the fields of an item. Called with its path in the form. */
  readonly children: (path: string, index: number) => ReactNode;
}) {
  const { name, what, empty, children } = props;
  const { fields, append, remove } = useFieldArray({ name });
  return (
    <>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="part-item">
          <legend className="visually-hidden">
            {what} {index + 1}
          </legend>
          {children(`${name}.${index}`, index)}
          <div>
            <Button size="tiny" kind="quiet" icon="trash" onClick={() => remove(index)}>
              Remove this {what}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button size="tiny" icon="plus" onClick={() => append(empty)}>
          Add {what}
        </Button>
      </div>
    </>
  );
}
