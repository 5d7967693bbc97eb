const DAY_MS = 86_400_000;

/** A range of days as `YYYY-MM-DD`. An empty string leaves that end open. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

interface Props {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** Selects a range of days, both inclusive. */
export function DateRange({ days: { from, to }, onChange }: Props) {
  return (
    <>
      <label className="row small muted">
        From
        <input
          className="input"
          type="date"
          value={from}
          onChange={(event) => onChange({ from: event.target.value, to })}
        />
      </label>
      <label className="row small muted">
        To
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

/** Converts a range of days to a list filter. Days are in UTC. */
export function createdWithin({ from, to }: Days): { created_at?: { gte?: string; lt?: string } } {
  if (from === '' && to === '') return {};
  const created_at = {
    ...(from === '' ? {} : { gte: `${from}T00:00:00Z` }),
    // Exclusive upper bound at the next day, because times can have fractions of a second.
    ...(to === '' ? {} : { lt: new Date(Date.parse(to) + DAY_MS).toISOString() }),
  };
  return { created_at };
}
