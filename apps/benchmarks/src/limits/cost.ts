/** Entry point of the process that compares the default limiter with one that admits everything. */
import { connectWith } from '../contenders/parlance.ts';
import { interleave } from '../measure/interleave.ts';

/** What the process reports: CPU microseconds per call, one per round. */
export interface CostReport {
  readonly adaptive: readonly number[];
  readonly unlimited: readonly number[];
}

/** Calls per round. Many, so that each round includes about as many garbage collections. */
const CALLS = 5120;
const AT_ONCE = 64;
const WARM_UP_ROUNDS = 1;

const [baseUrl = '', rounds = ''] = process.argv.slice(2);
const permit = { responded: () => undefined, release: () => undefined };
// Both in one process: processes of the same program differ by more than a limiter costs.
const clients = [
  { name: 'adaptive', client: connectWith({ baseUrl }) },
  { name: 'unlimited', client: connectWith({ baseUrl, rateLimiter: { acquire: () => permit } }) },
] as const;

async function cost({ client }: (typeof clients)[number]): Promise<number> {
  let left = CALLS;
  const loop = async () => {
    while (left-- > 0) await client.create?.();
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

await interleave(clients, WARM_UP_ROUNDS, cost);
const costs = await interleave(clients, Number(rounds), cost);
const report: CostReport = {
  adaptive: costs.get('adaptive') ?? [],
  unlimited: costs.get('unlimited') ?? [],
};
process.send?.(report, () => process.exit());
