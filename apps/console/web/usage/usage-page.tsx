import { useQuery } from '@tanstack/react-query';
import { api, query } from '../api.js';
import { CsvButton } from '../ui/csv-button.js';
import { Empty } from '../ui/empty.js';
import { formatCount, formatDay } from '../ui/format.js';
import { BarChart } from '../ui/bar-chart.js';
import { Pending } from '../ui/pending.js';
import { Select } from '../ui/select.js';
import { Table } from '../ui/table.js';
import { useView } from '../ui/view.js';
import { dollarsOf, dollarsThatAddUp } from './dollars.js';
import { sumOf, usageReport, type UsageDay, type UsedOnDay } from './usage-report.js';
import './usage.css';

const dayOf = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Values that the chart can show, and the format of their totals. */
const AMOUNTS = {
  cost: { label: 'Cost', of: (used: UsedOnDay) => used.cost, formatOf: dollarsOf },
  tokens: {
    label: 'Tokens',
    of: (used: UsedOnDay) => used.input + used.output,
    formatOf: () => (tokens: number) => `${formatCount(Math.round(tokens))} tokens`,
  },
} as const;

/** The controls: search parameter, label and options. */
const CONTROLS = [
  ['show', 'Show', { cost: 'Cost', tokens: 'Tokens' }],
  ['by', 'By', { model: 'Model', workspace: 'Workspace' }],
  ['days', 'Period', { '7': '7 days', '30': '30 days' }],
] as const;

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
      <header className="row spread">
        <h1>Usage and cost</h1>
      </header>
      <div className="usage-controls">
        {CONTROLS.map(([name, label, options]) => (
          <Select
            key={name}
            hasLabel
            {...{ label, options }}
            value={{ ...view, by, days: String(days) }[name]}
            onChange={(next) => setView({ [name]: next })}
          />
        ))}
      </div>
      <Pending error={error} isLoaded={data !== undefined} />
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
  const sum = sumOf(totals);
  const format = amount.formatOf(amount.of({ name: '', ...sum }));
  const [totalCost, ...costs] = dollarsThatAddUp(totals.map(({ cost }) => cost));
  return (
    <>
      <figure className="card box">
        <BarChart
          label={`${amount.label} by day and ${by}, ${format(amount.of({ name: '', ...sum }))} in total`}
          times={days.map(({ day }) => Date.parse(day) / 1000)}
          series={totals.map(({ name }) => ({
            name,
            amounts: days.map(({ used }) =>
              used.filter((one) => one.name === name).reduce((all, one) => all + amount.of(one), 0),
            ),
          }))}
          format={format}
          formatTime={(time) => dayOf.format(time * 1000)}
          height={260}
        />
        <figcaption className="muted small">
          {formatDay(days[0]?.day ?? '')} to {formatDay(days.at(-1)?.day ?? '')}, by day in UTC
        </figcaption>
      </figure>
      <div className="row filters">
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
        {[...totals, { name: 'Total', ...sum }].map(({ name, input, output }, index) => (
          <tr key={name}>
            <td>{name}</td>
            <td className="numbers">{formatCount(input)}</td>
            <td className="numbers">{formatCount(output)}</td>
            <td className="numbers">{costs[index] ?? totalCost}</td>
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
