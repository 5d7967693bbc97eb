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

/** Converts a range of days to a list filter. Days are in the time zone of the browser, like the times on screen. */
export function createdWithin({ from, to }: Days): { created_at?: { gte?: string; lt?: string } } {
  const gte = startOf(from);
  // Exclusive upper bound at the next day, because times can have fractions of a second.
  const lt = startOf(to, 1);
  if (gte === undefined && lt === undefined) return {};
  return { created_at: { ...(gte !== undefined && { gte }), ...(lt !== undefined && { lt }) } };
}

/** Returns when a day starts, or one of the days after it. Undefined for what is not a day, as in a bad link. */
function startOf(day: string, daysLater = 0): string | undefined {
  const start = new Date(`${day}T00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}
