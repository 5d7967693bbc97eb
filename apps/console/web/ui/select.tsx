import { useContext, useEffect, useState } from 'react';
import {
  Autocomplete,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectStateContext,
  SelectValue,
  TextField,
} from 'react-aria-components';
import { containsWords } from '../../server/chat-search.js';
import { words } from './format.js';

/** Maximum number of options shown at once. Others are found by searching. */
const MAX_SHOWN = 30;

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

/**
 * Selects one of several values, which are searched if they are many. A value that is not among them, for example from
 * a link, is shown as it is.
 */
export function Select({ label, value, onChange, options, none, hasLabel = false, ...aria }: Props) {
  const [query, setQuery] = useState('');
  const labels = new Map<string, string>(none === undefined ? [] : [['', none]]);
  for (const option of Symbol.iterator in options ? options : Object.entries(options))
    if (typeof option === 'string') labels.set(option, words(option));
    else labels.set(...option);
  if (value !== '' && !labels.has(value)) labels.set(value, value);
  const isLong = labels.size > MAX_SHOWN;
  const found = [...labels].filter(([key, text]) => containsWords(`${text} ${key}`, query));
  // The selected option of a long list is always shown.
  if (isLong) found.sort(([a], [b]) => Number(b === value) - Number(a === value));
  const list = (
    <ListBox className="options">
      {found.slice(0, MAX_SHOWN).map(([key, text]) => (
        <ListBoxItem key={key} id={`:${key}`} textValue={text}>
          {text}
        </ListBoxItem>
      ))}
    </ListBox>
  );
  return (
    <AriaSelect
      className={hasLabel ? 'field' : ''}
      {...(!hasLabel && { 'aria-label': label })}
      // The library takes an empty key for none.
      value={`:${value}`}
      onChange={(key) => onChange(String(key).slice(1))}
      onOpenChange={() => setQuery('')}
      {...aria}
    >
      {hasLabel && <Label className="label">{label}</Label>}
      <Button className="button select">
        <SelectValue className="truncate">{labels.get(value)}</SelectValue>
      </Button>
      <Popover className="card popover">
        {isLong ? (
          <Autocomplete inputValue={query} onInputChange={setQuery}>
            <TextField aria-label="Search" autoFocus>
              <Input className="input" role="combobox" aria-expanded placeholder="Search" />
            </TextField>
            {list}
            <ForgetFocus />
            <p className="muted small" role="status">
              {found.length > MAX_SHOWN && `${found.length - MAX_SHOWN} more, keep typing`}
              {found.length === 0 && 'No matches'}
            </p>
          </Autocomplete>
        ) : (
          list
        )}
      </Popover>
    </AriaSelect>
  );
}

/** Without this, an option that keeps the focus while the list is closed is not announced when the list opens again. */
function ForgetFocus() {
  const manager = useContext(SelectStateContext)?.selectionManager;
  // The manager of any render changes the same state.
  useEffect(() => () => manager?.setFocusedKey(null), []);
  return null;
}
