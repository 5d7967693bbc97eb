import { useQuery } from '@tanstack/react-query';
import { api, problemFrom, query } from '../api.js';
import { CsvButton } from '../ui/csv-button.js';
import { Empty } from '../ui/empty.js';
import { formatCount, formatDay } from '../ui/format.js';
import { ProblemNotice } from '../ui/notice.js';
import { SelectField } from '../ui/select-field.js';
import { Spinner } from '../ui/spinner.js';
import { Table } from '../ui/table.js';
import { useView } from '../ui/view.js';
import { DayChart, seriesClass } from './day-chart.js';
import { dollarsOf, usageReport, type UsageDay, type UsedOnDay } from './usage-report.js';
import './usage.css';

/** What the chart can show. */
const AMOUNTS = {
  cost: {
    label: 'Cost',
    of: (used: UsedOnDay) => used.cost,
    format: (cost: number) => dollarsOf(cost)(cost),
  },
  tokens: {
    label: 'Tokens',
    of: (used: UsedOnDay) => used.input + used.output,
    format: (tokens: number) => `${formatCount(tokens)} tokens`,
  },
} as const;

/** The `/usage` page. */
export function UsagePage() {
  const [view, setView] = useView({ by: 'model', show: 'cost', days: '7' });
  const by = view.by === 'workspace' ? 'workspace' : 'model';
  const days = view.days === '30' ? 30 : 7;
  const amount = view.show === 'tokens' ? AMOUNTS.tokens : AMOUNTS.cost;
  const { data, error } = useQuery({
    queryKey: [['usage.messages', 'cost.list', 'workspaces.list'], by, days],
    queryFn: async ({ client, signal }) => {
      const { now } = await client.fetchQuery(query(api.service.about));
      return usageReport({ by, days, now }, signal);
    },
  });
  return (
    <div className="page">
      <header>
        <h1>Usage and cost</h1>
      </header>
      <div className="usage-controls">
        <SelectField label="Show" value={view.show} onChange={(show) => setView({ show })}>
          <option value="cost">Cost</option>
          <option value="tokens">Tokens</option>
        </SelectField>
        <SelectField label="By" value={by} onChange={(next) => setView({ by: next })}>
          <option value="model">Model</option>
          <option value="workspace">Workspace</option>
        </SelectField>
        <SelectField label="Period" value={String(days)} onChange={(next) => setView({ days: next })}>
          <option value="7">7 days</option>
          <option value="30">30 days</option>
        </SelectField>
      </div>
      {error !== null && <ProblemNotice problem={problemFrom(error)} />}
      {data === undefined && error === null && <Spinner />}
      {data !== undefined && <Report days={data} by={by} amount={amount} />}
    </div>
  );
}

interface ReportProps {
  readonly days: readonly UsageDay[];
  readonly by: 'model' | 'workspace';
  readonly amount: (typeof AMOUNTS)[keyof typeof AMOUNTS];
}

function Report({ days, by, amount }: ReportProps) {
  const totals = totalsOf(days);
  if (totals.length === 0)
    return (
      <Empty icon="usage" title="No usage yet">
        <p>Replies appear here as soon as a model has written them.</p>
      </Empty>
    );
  return (
    <>
      <figure className="card usage-chart">
        <DayChart
          days={days}
          names={totals.map(({ name }) => name)}
          amountOf={amount.of}
          format={amount.format}
          label={`${amount.label} by day and ${by}`}
        />
        <figcaption className="muted small">
          {formatDay(days[0]?.day ?? '')} to {formatDay(days.at(-1)?.day ?? '')}, by day in UTC
        </figcaption>
      </figure>
      <div className="filters">
        <CsvButton
          name={`usage by ${by}`}
          columns={['day', by, 'input_tokens', 'output_tokens', 'cost_usd']}
          rows={() =>
            days.flatMap(({ day, used }) =>
              used.map(({ name, input, output, cost }) => ({
                day,
                model: name,
                workspace: name,
                input_tokens: input,
                output_tokens: output,
                cost_usd: cost,
              })),
            )
          }
        />
      </div>
      <Table
        label="Totals"
        columns={[by === 'model' ? 'Model' : 'Workspace', 'Input tokens', 'Output tokens', 'Cost']}
      >
        {totals.map(({ name, input, output, cost }, index) => (
          <tr key={name}>
            <td>
              <span className={`usage-key ${seriesClass(index)}`} /> {name}
            </td>
            <td className="numbers">{formatCount(input)}</td>
            <td className="numbers">{formatCount(output)}</td>
            <td className="numbers">{dollarsOf(cost)(cost)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** Sums up the days, the most expensive model or workspace first. */
function totalsOf(days: readonly UsageDay[]): UsedOnDay[] {
  const totals = new Map<string, UsedOnDay>();
  for (const { name, input, output, cost } of days.flatMap(({ used }) => used)) {
    const before = totals.get(name) ?? { input: 0, output: 0, cost: 0 };
    totals.set(name, {
      name,
      input: before.input + input,
      output: before.output + output,
      cost: before.cost + cost,
    });
  }
  return [...totals.values()].toSorted((a, b) => b.cost - a.cost || a.name.localeCompare(b.name));
}
