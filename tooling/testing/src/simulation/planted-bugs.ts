/** Bugs that the simulation has to find: changes of the sources, for bundles that are thrown away. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { simulate } from './simulate.ts';

/** A bug. */
export interface PlantedBug {
  readonly name: string;
  /** File below `packages`. */
  readonly file: string;
  /** Text that occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

const RUNNER = 'workers/src/call-runner.ts';
const SERVED = 'workers/src/served-session.ts';
const ITEM = 'workers/src/work-item.ts';
const LEDGER = 'durable/src/ledger/stored-ledger.ts';

/** The bugs. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'a call is not marked as started',
    file: RUNNER,
    from: 'if (!(await ledger.started(claim))) return undefined;',
    to: '',
  },
  {
    name: 'interrupted calls run again without a look-up',
    file: RUNNER,
    from: "options.effects !== 'idempotent' && claim.isInterrupted",
    to: "options.effects === 'idempotent' && claim.isInterrupted",
  },
  {
    name: 'without a look-up, an interrupted call counts as absent',
    file: RUNNER,
    from: "let found: Reconciliation = 'unknown';",
    to: "let found: Reconciliation = 'absent';",
  },
  {
    name: 'a result is sent while it is being stored',
    file: RUNNER,
    from: 'if (result === undefined || !(await ledger.finish(claim, result)))',
    to: 'if (result === undefined || (void ledger.finish(claim, result).catch(() => false), false))',
  },
  {
    name: 'a result is sent although the lease was lost',
    file: RUNNER,
    from: '!(await ledger.finish(claim, result))',
    to: '((await ledger.finish(claim, result)), false)',
  },
  {
    name: 'approvals are not waited for',
    file: RUNNER,
    from: 'const isNeeded = await this.#needsApproval(call);',
    to: 'const isNeeded = false;',
  },
  {
    name: 'a denial counts as an approval',
    file: RUNNER,
    from: 'decided !== undefined && isDenied(decided)',
    to: 'decided !== undefined && isDenied(decided) && call.use.name === ""',
  },
  {
    name: 'a transactional tool commits without its result',
    file: RUNNER,
    from: 'if (await ledger.finish(claim, resultOf(output))) return output;',
    to: 'if (ledger !== undefined) return output;',
  },
  {
    name: 'nobody wakes calls that were decided',
    file: 'workers/src/decisions.ts',
    from: 'this.#waiting.get(call)?.();',
    to: 'void call;',
  },
  {
    name: 'a worker that is stopped ends the work on its sessions',
    file: SERVED,
    from: "if (reason === 'stopped' && this.#item?.isStopping !== true) return 'released';",
    to: '',
  },
  {
    name: 'a message that arrives at the end of a turn is missed',
    file: SERVED,
    from: "if (await this.#isOpen()) return 'again';",
    to: '',
  },
  {
    name: 'an outage puts a session into quarantine',
    file: SERVED,
    from: '(failures >= MAX_FAILURES && !isOutage(error))',
    to: 'failures >= 1',
  },
  {
    name: 'refused results are not recorded',
    file: SERVED,
    from: "await calls.refuse({ call, session, tool, kind: 'call', input: null }, message);",
    to: 'void [calls, call, tool, message];',
  },
  {
    name: 'work that another worker has stopped ends the session',
    file: ITEM,
    from: "if (beat.state === 'stopped') this.#isStopped = true;\n      else if",
    to: 'if',
  },
  {
    name: 'work that is stopped already is an error',
    file: ITEM,
    from: 'if (!ConflictError.is(error) && !NotFoundError.is(error)) throw error;',
    to: 'throw error;',
  },
  {
    name: 'nobody takes over the sessions of members that are gone',
    file: 'workers/src/tool-worker.ts',
    from: 'if (id !== member.id && (await member.isGone(id))) gone.push(id);',
    to: 'void id;',
  },
  {
    name: 'a successor in the slot of a member counts as the member',
    file: 'workers/src/membership.ts',
    from: 'if (holder === null || holder.token !== token) return true;',
    to: 'if (holder === null || token === undefined) return true;',
  },
  {
    name: 'the end of earlier work removes a session that has come again',
    file: 'workers/src/session-rows.ts',
    from: "      .where('item', item === null ? 'is' : '=', item)\n",
    to: '',
  },
  {
    name: 'leases of running calls are not renewed',
    file: 'managed-agents/src/tool-call.ts',
    from: 'if (!(await ledger.renew(hold))) return lost.abort();',
    to: 'void hold;',
  },
  {
    name: 'a refused result is not reported to the agent',
    file: 'managed-agents/src/session-answers.ts',
    from: 'if (!isRejection(error)) throw error;',
    to: 'if (error !== null) throw error;',
  },
  {
    name: 'the ledger does not check the fencing token',
    file: LEDGER,
    from: 'and key = ${key} and token = ${token} and',
    to: 'and key = ${key} and ${token} = ${token} and',
  },
  {
    name: 'the ledger forgets that a call was started',
    file: LEDGER,
    from: 'case when parlance_ledger.started = 1 then 1 else',
    to: 'case when parlance_ledger.started = 2 then 1 else',
  },
  {
    name: 'an entry is claimed while somebody holds it',
    file: LEDGER,
    from: '.where(sql<boolean>`parlance_ledger.expires_at <= ${now}`)',
    to: '',
  },
  {
    name: 'leases end by the clock of the machine',
    file: LEDGER,
    from: '.set({ expires_at: sql<number>`${now} + ${this.leaseMs}`, ...values })',
    to: '.set({ expires_at: sql<number>`${Date.now() + this.leaseMs}`, ...values })',
  },
  // The following were chosen by somebody who had not read this file, the history or the world.
  {
    name: 'a look-up that fails counts as absent',
    file: RUNNER,
    from: 'cause = error;',
    to: "cause = error;\n    found = 'absent';",
  },
  {
    name: 'an outage of a transaction is an error result',
    file: RUNNER,
    from: "options.effects === 'transactional' && StoreError.is(error) && error.retryable",
    to: "options.effects === 'transactional' && StoreError.is(error) && !error.retryable",
  },
  {
    name: 'a call that another worker holds is left to it forever',
    file: RUNNER,
    from: 'if (step === undefined) return undefined;',
    to: "if (step === undefined || step.state === 'held') return undefined;",
  },
  {
    name: 'an approval function that throws lets the call pass',
    file: RUNNER,
    from: '} catch {\n      return true;',
    to: '} catch {\n      return false;',
  },
  {
    name: 'a decision that has expired still applies',
    file: 'workers/src/decisions.ts',
    from: 'if (decision === null) return undefined;',
    to: "if (decision === null && (await this.#rows.get(call))?.state === 'decided') return { decision: { verdict: 'approved' } as LedgerDecision, reason: null };\n    if (decision === null) return undefined;",
  },
  {
    name: 'a decision between a claim and the wait is overlooked',
    file: 'workers/src/decisions.ts',
    from: 'if (await this.#isDecided(ledger, ledgerKey(facts))) return;',
    to: 'void [ledger, ledgerKey, this.#isDecided];',
  },
  {
    name: 'a call that waits for a person stays claimed',
    file: RUNNER,
    from: "await ledger.release(claim);\n      return { state: 'waiting' as const };",
    to: "return { state: 'waiting' as const };",
  },
  {
    name: 'work is acknowledged before it is stored',
    file: 'workers/src/tool-worker.ts',
    from: '// Stored before the queue knows: a member that notices the end of this process continues with the item.',
    to: 'await work.acknowledge(environment, item.id);',
  },
  {
    name: 'a session that is put into quarantine is served again',
    file: 'workers/src/session-rows.ts',
    from: 'this.#update({ problem, member: null, since: await this.#store.now() })',
    to: 'this.#update({ problem: null, member: null, since: await this.#store.now() })',
  },
  {
    name: 'a heartbeat of another worker ends the session',
    file: ITEM,
    from: 'this.#last = undefined;',
    to: 'this.#last = undefined;\n      this.#end();',
  },
  {
    name: 'a refused result is forgotten when it is read again',
    file: 'workers/src/call-rows.ts',
    from: ".where('state', '!=', 'refused')\n      .execute();\n  }\n\n  /** Removes a refused result.",
    to: '.execute();\n  }\n\n  /** Removes a refused result.',
  },
  {
    name: 'a prompt and the call that it allows share an entry',
    file: 'workers/src/call-rows.ts',
    from: "return kind === 'prompt' ? `prompt/${call}` : call;",
    to: 'return kind === undefined ? `prompt/${call}` : call;',
  },
  {
    name: 'a call that is stopped in the line keeps its turn',
    file: 'workers/src/slots.ts',
    from: 'this.#waiting.splice(this.#waiting.indexOf(take), 1);',
    to: '',
  },
  {
    name: 'running calls are aborted when a worker is stopped',
    file: 'workers/src/tool-worker.ts',
    from: 'await Promise.race([done, wait(drainMs, over.signal)]);',
    to: 'void [drainMs, wait, over.signal];',
  },
  {
    name: 'each attempt has its own idempotency key',
    file: RUNNER,
    from: 'const full = { ...context, idempotencyKey: call.use.id };',
    to: 'const full = { ...context, idempotencyKey: `${call.use.id}/${claim.token}` };',
  },
];

/**
 * Bundles the simulation with a bug.
 *
 * @param bug - The bug.
 * @param folder - Where the bundle goes.
 * @returns The function of the bundle.
 */
export async function simulationWith(bug: PlantedBug, folder: string): Promise<typeof simulate> {
  const name = bug.name.replaceAll(/\W+/g, '-');
  const outfile = path.join(folder, `${name}.mjs`);
  const source = path.join(import.meta.dirname, '../../../../packages', bug.file);
  await build({
    entryPoints: [path.join(import.meta.dirname, 'simulate.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['parlance-source'],
    external: ['pg', 'pg-boss', 'pg-native'],
    // For undici, which is CommonJS.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [planting(bug, source)],
    logLevel: 'error',
  });
  const bundle = (await import(pathToFileURL(outfile).href)) as { readonly simulate: typeof simulate };
  return bundle.simulate;
}

function planting({ name, from, to }: PlantedBug, source: string): Plugin {
  return {
    name: 'planted-bug',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
        if (path.resolve(file) !== path.resolve(source)) return undefined;
        const [before = '', ...after] = (await readFile(file, 'utf8')).split(from);
        if (after.length !== 1) throw new Error(`${name}: the text occurs ${after.length} times`);
        return { contents: before + to + (after[0] ?? ''), loader: 'ts' };
      });
    },
  };
}
