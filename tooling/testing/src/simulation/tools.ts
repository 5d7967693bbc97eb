/** The tools of simulated workers: one for each way to take effect. */
import type { WorkerTool, WorkerToolContext, WorkerToolOptions } from '@parlance/workers';
import type { Member, World } from './world.ts';

/** Names of the custom tools. */
export const CUSTOM_TOOLS: readonly string[] = ['charge', 'send', 'book', 'look', 'refund'];
/** Names of all tools. `bash` is one of the service's own, which asks for permission. */
export const TOOLS: readonly [string, ...string[]] = ['bash', ...CUSTOM_TOOLS];

/** Name of the checkpoint of a booked call. */
export function checkpointOf(call: string): string {
  return `booked/${call}`;
}

interface Registered {
  readonly tool: WorkerTool;
  readonly options: WorkerToolOptions;
}

/** Returns the tools of a process. */
export function toolsOf(world: World, member: Member): Registered[] {
  const { history, time } = world;
  const { host } = member;
  /** A service that the tool calls: it keeps what took effect. */
  const run =
    (name: string): WorkerTool['call'] =>
    async (_, { idempotencyKey: id, signal }) => {
      const call = { id, tool: name };
      history.tool(host, 'runs', call);
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      await Promise.race([world.step(member, time.random.chance(0.25) ? 12_000 : 300), aborted]);
      if (signal.aborted) {
        history.aborted(host, id);
        history.tool(host, 'ends without effect', call);
        throw new Error('aborted');
      }
      world.effects.add(id);
      history.tool(host, 'takes effect', call);
      await world.step(member, 300);
      return `done by ${host.pid}`;
    };
  const tool = (name: string, call = run(name)): WorkerTool => ({ definition: { name }, call });
  return [
    {
      tool: tool('charge'),
      options: {
        async reconcile({ idempotencyKey: id }) {
          await world.step(member, 100);
          if (time.random.chance(0.1)) {
            history.lookUpFailed(id);
            throw new Error('The service is away.');
          }
          if (world.effects.has(id)) return { output: `done, says ${host.pid}` };
          history.tool(host, 'is absent', { id, tool: 'charge' });
          return 'absent';
        },
      },
    },
    { tool: tool('send'), options: {} },
    { tool: tool('book', book(world, member)), options: { effects: 'transactional' } },
    { tool: tool('look'), options: { effects: 'idempotent' } },
    { tool: tool('bash'), options: {} },
    { tool: tool('refund'), options: { approval: () => isLarge(world) } },
  ];
}

/** Every refund needs an approval, also when that cannot be found out. */
function isLarge({ time }: World): boolean {
  if (time.random.chance(0.2)) throw new Error('The price list is away.');
  return true;
}

/** A tool that writes to the store: each attempt that commits counts. */
function book({ history }: World, { host }: Member): WorkerTool['call'] {
  return async (_, { idempotencyKey: id, transaction }: WorkerToolContext) => {
    history.tool(host, 'is absent', { id, tool: 'book' });
    history.tool(host, 'runs', { id, tool: 'book' });
    const booked = (await transaction?.checkpoints.load<number>(checkpointOf(id))) ?? 0;
    await transaction?.checkpoints.save(checkpointOf(id), booked + 1);
    return `done by ${host.pid}`;
  };
}
