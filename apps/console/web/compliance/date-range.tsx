const DAY_MS = 86_400_000;

/** Two days as their inputs write them; empty for open. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

interface Props {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** Chooses a stretch of days, both included. */
export function DateRange({ days: { from, to }, onChange }: Props) {
  return (
    <>
      <label className="row small muted">
        from
        <input
          className="input"
          type="date"
          value={from}
          onChange={(event) => onChange({ from: event.target.value, to })}
        />
      </label>
      <label className="row small muted">
        to
        <input
          className="input"
          type="date"
          value={to}
          onChange={(event) => onChange({ from, to: event.target.value })}
        />
      </label>
    </>
  );
}

/** The filter of a list for a stretch of days. */
export function createdWithin({ from, to }: Days): { created_at?: { gte?: string; lt?: string } } {
  if (from === '' && to === '') return {};
  const created_at = {
    ...(from === '' ? {} : { gte: `${from}T00:00:00Z` }),
    // Up to the next day: the last second of a day is longer than it looks.
    ...(to === '' ? {} : { lt: new Date(Date.parse(to) + DAY_MS).toISOString() }),
  };
  return { created_at };
}
