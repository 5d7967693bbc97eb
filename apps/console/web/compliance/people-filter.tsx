import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { Person } from '../../server/compliance.js';

/** The service lists the chats of at most this many users at once. */
export const MAX_USERS = 10;

/** More names than this are found by typing, not by looking. */
const MAX_SHOWN = 50;

interface Props {
  readonly people: readonly Person[];
  readonly userIds: readonly string[];
  readonly onChange: (userIds: readonly string[]) => void;
}

/** Chooses up to ten people; closes on Escape and when the focus leaves it. */
export function PeopleFilter({ people, userIds, onChange }: Props) {
  const element = useRef<HTMLDetailsElement>(null);
  const hint = useId();
  const [wanted, setWanted] = useState('');
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || element.current === null) return;
    element.current.open = false;
    element.current.querySelector('summary')?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (element.current !== null && relatedTarget !== null && !element.current.contains(relatedTarget)) {
      element.current.open = false;
    }
  };
  const found = people.filter(({ full_name, email }) =>
    `${full_name} ${email}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  const toggle = (id: string) =>
    onChange(userIds.includes(id) ? userIds.filter((known) => known !== id) : [...userIds, id]);
  return (
    <details className="people" ref={element} onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary className="button tiny">
        {userIds.length} of {people.length} people
      </summary>
      <fieldset className="card" aria-describedby={hint}>
        <legend className="visually-hidden">People</legend>
        <input
          className="input"
          type="search"
          aria-label="Find people"
          placeholder="Find people"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <p id={hint} className="muted small">
          At most {MAX_USERS} at once{found.length > MAX_SHOWN && `; the first ${MAX_SHOWN} names are shown`}.
        </p>
        {found.slice(0, MAX_SHOWN).map(({ id, full_name, email }) => {
          const isOn = userIds.includes(id);
          return (
            <label key={id} className="check">
              <input
                type="checkbox"
                checked={isOn}
                disabled={isOn ? userIds.length === 1 : userIds.length >= MAX_USERS}
                onChange={() => toggle(id)}
              />
              <span className="truncate" title={email}>
                {full_name}
              </span>
            </label>
          );
        })}
        {found.length === 0 && <p className="muted small">Nobody of that name.</p>}
      </fieldset>
    </details>
  );
}
