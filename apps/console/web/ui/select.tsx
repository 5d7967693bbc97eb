import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components';
import { words } from './format.js';

/** Values to select from, with their labels. The label of a value alone is the value in words. */
export type Options =
  Iterable<string | readonly [value: string, label: string]> | Readonly<Record<string, string>>;

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: Options;
  /** Label of the empty value, which comes first. Omit it if a value must be selected. */
  readonly none?: string | undefined;
  /** Shows the label above it. Default: the label is only read aloud. */
  readonly hasLabel?: boolean | undefined;
  readonly isInvalid?: boolean;
  readonly 'aria-describedby'?: string;
}

/** Selects one of several values. A value that is not among them, for example from a link, is shown as it is. */
export function Select({ label, value, onChange, options, none, hasLabel = false, ...aria }: Props) {
  const labels = new Map<string, string>(none === undefined ? [] : [['', none]]);
  for (const option of Symbol.iterator in options ? options : Object.entries(options))
    if (typeof option === 'string') labels.set(option, words(option));
    else labels.set(...option);
  if (value !== '' && !labels.has(value)) labels.set(value, value);
  return (
    <AriaSelect
      className={hasLabel ? 'field' : ''}
      {...(!hasLabel && { 'aria-label': label })}
      // The library takes an empty key for none.
      value={`:${value}`}
      onChange={(key) => onChange(String(key).slice(1))}
      {...aria}
    >
      {hasLabel && <Label className="label">{label}</Label>}
      <Button className="button select">
        <SelectValue className="truncate" />
      </Button>
      <Popover className="card popover">
        <ListBox className="options">
          {[...labels].map(([key, text]) => (
            <ListBoxItem key={key} id={`:${key}`} textValue={text}>
              {text}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
