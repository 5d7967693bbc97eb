import type { Emulator } from './backend.js';
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
  /** Whether the emulator is listening. */
  readonly running: boolean;
}

const PRESETS = FAULT_PRESETS.map(({ id, label, effect, fault }) => ({
  id,
  label,
  effect,
  times: fault.times ?? null,
}));

/** Injects faults into the emulator. Does nothing when the console is connected to a service. */
export class FaultPanel {
  readonly #emulator: Emulator | undefined;
  #on: readonly string[] = [];
  #running = true;
  /** Journal number of the last request before the faults were changed. */
  #changedAt = 0;

  constructor(emulator: Emulator | undefined) {
    this.#emulator = emulator;
  }

  /** The state of the panel, or null without an emulator. */
  get state(): FaultPanelState | null {
    return this.#emulator === undefined ? null : { presets: PRESETS, on: this.#on, running: this.#running };
  }

  /** Number of injections of each preset since the faults were last changed, by preset ID. */
  get injections(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    if (this.#emulator === undefined || this.#on.length === 0) return counts;
    for (const { number, fault } of this.#emulator.fake.journal()) {
      const id = fault === null || number <= this.#changedAt ? undefined : this.#on[fault];
      if (id !== undefined) counts[id] = (counts[id] ?? 0) + 1;
    }
    return counts;
  }

  /** Activates the presets and deactivates all others. */
  set(ids: readonly string[]): void {
    if (this.#emulator === undefined) return;
    const active = FAULT_PRESETS.filter(({ id }) => ids.includes(id));
    this.#changedAt = this.#emulator.fake.journal().at(-1)?.number ?? 0;
    this.#emulator.fake.setFaults(active.map(({ fault }) => fault));
    this.#on = active.map(({ id }) => id);
  }

  /** Starts or stops the emulator. */
  async power(on: boolean): Promise<void> {
    if (this.#emulator === undefined || on === this.#running) return;
    await (on ? this.#emulator.start() : this.#emulator.stop());
    this.#running = on;
  }
}
