import type { Backend } from './backend.js';
import { FAULT_PRESETS } from './faults.js';

/** What the fault panel shows. */
export interface FaultPanelState {
  readonly presets: readonly {
    readonly id: string;
    readonly label: string;
    readonly effect: string;
    /** Maximum number of injections, or null for no limit. */
    readonly times: number | null;
  }[];
  /** IDs of the active presets. */
  readonly on: readonly string[];
  /** Whether the emulator is listening. Null for an emulator in another process, which the console does not stop. */
  readonly running: boolean | null;
}

const PRESETS = FAULT_PRESETS.map(({ id, label, effect, fault }) => ({
  id,
  label,
  effect,
  times: fault.times ?? null,
}));

/** Injects faults into the emulator. Does nothing when the console is connected to a service. */
export class FaultPanel {
  readonly #backend: Backend;
  #on: readonly string[] = [];
  #running = true;
  /** Journal number of the last request before the faults were changed. */
  #changedAt = 0;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Returns the state of the panel, or null without an emulator. */
  async state(): Promise<FaultPanelState | null> {
    const { control, emulator } = this.#backend;
    if (control === undefined) return null;
    // Other services on this machine have no journal.
    const isEmulator = await control.journal().then(
      () => true,
      () => false,
    );
    const running = emulator === undefined ? null : this.#running;
    return isEmulator ? { presets: PRESETS, on: this.#on, running } : null;
  }

  /** Returns the number of injections of each preset since the faults were last changed, by preset ID. */
  async injections(): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    if (this.#on.length === 0) return counts;
    for (const { number, fault } of (await this.#backend.control?.journal().catch(() => [])) ?? []) {
      const id = fault === null || number <= this.#changedAt ? undefined : this.#on[fault];
      if (id !== undefined) counts[id] = (counts[id] ?? 0) + 1;
    }
    return counts;
  }

  /** Activates the presets and deactivates all others. */
  async set(ids: readonly string[]): Promise<void> {
    const { control } = this.#backend;
    if (control === undefined) return;
    const active = FAULT_PRESETS.filter(({ id }) => ids.includes(id));
    const changedAt = (await control.journal()).at(-1)?.number ?? 0;
    await control.setFaults(active.map(({ fault }) => fault));
    this.#changedAt = changedAt;
    this.#on = active.map(({ id }) => id);
  }

  /** Starts or stops the emulator in this process. */
  async power(on: boolean): Promise<void> {
    const { emulator } = this.#backend;
    if (emulator === undefined || on === this.#running) return;
    await (on ? emulator.start() : emulator.stop());
    this.#running = on;
  }
}
