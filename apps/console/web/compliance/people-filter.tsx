import { useId, useState } from 'react';
import { Button, DialogTrigger, Popover } from 'react-aria-components';
import { containsWords } from '../../server/chat-search.js';
import type { Person } from './people.js';
import { plural } from '../ui/format.js';

/** Maximum number of names shown at once. Others are found by searching. */
const MAX_SHOWN = 50;

interface Props {
  readonly people: readonly Person[];
  /** The selected people. Empty for everybody. */
  readonly userIds: readonly string[];
  readonly onChange: (userIds: readonly string[]) => void;
}

/** Selects people. */
export function PeopleFilter({ people, userIds, onChange }: Props) {
  const hint = useId();
  const [query, setQuery] = useState('');
  const found = people.filter(({ full_name, email }) => containsWords(`${full_name} ${email}`, query));
  const toggle = (id: string) =>
    onChange(userIds.includes(id) ? userIds.filter((known) => known !== id) : [...userIds, id]);
  return (
    <DialogTrigger>
      <Button className="button tiny">
        {userIds.length === 0 ? 'Everybody:' : `${userIds.length} of`}{' '}
        {plural(people.length, 'person', 'people')}
      </Button>
      <Popover className="card popover" placement="bottom start">
        <fieldset className="people" aria-describedby={hint}>
          <legend className="visually-hidden">People</legend>
          <input
            className="input"
            type="search"
            aria-label="Search people"
            placeholder="Search people"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <p id={hint} className="muted small">
            If you select nobody, everybody is included.
            {found.length > MAX_SHOWN && ` Showing the first ${MAX_SHOWN} names.`}
          </p>
          {found.slice(0, MAX_SHOWN).map(({ id, full_name, email }) => (
            <label key={id} className="check">
              <input type="checkbox" checked={userIds.includes(id)} onChange={() => toggle(id)} />
              <span className="truncate" title={email}>
                {full_name}
              </span>
            </label>
          ))}
          {found.length === 0 && <p className="muted small">No matching people.</p>}
        </fieldset>
      </Popover>
    </DialogTrigger>
  );
}
