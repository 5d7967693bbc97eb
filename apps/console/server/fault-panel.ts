import type { Emulator } from './backend.js';
import { FAULT_PRESETS } from './faults.js';

/** What the fault panel shows. */
export interface FaultPanelState {
  readonly presets: readonly {
    readonly id: string;
    readonly label: string;
    readonly effect: string;
    /** How often it strikes at most; null is without end. */
    readonly times: number | null;
  }[];
  /** Presets that are on. */
  readonly on: readonly string[];
  /** Whether the emulator listens. */
  readonly running: boolean;
}

const PRESETS = FAULT_PRESETS.map(({ id, label, effect, fault }) => ({
  id,
  label,
  effect,
  times: fault.times ?? null,
}));

/** Makes an emulator misbehave; without an emulator there is nothing to break. */
export class FaultPanel {
  readonly #emulator: Emulator | undefined;
  #on: readonly string[] = [];
  #running = true;
  /** Number of the last request before the faults were changed. */
  #changedAt = 0;

  constructor(emulator: Emulator | undefined) {
    this.#emulator = emulator;
  }

  /** Null without an emulator. */
  get state(): FaultPanelState | null {
    return this.#emulator === undefined ? null : { presets: PRESETS, on: this.#on, running: this.#running };
  }

  /** How often each preset has struck since the faults were last changed, by its id. */
  get struck(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    if (this.#emulator === undefined || this.#on.length === 0) return counts;
    for (const { number, fault } of this.#emulator.fake.journal()) {
      const id = fault === null || number <= this.#changedAt ? undefined : this.#on[fault];
      if (id !== undefined) counts[id] = (counts[id] ?? 0) + 1;
    }
    return counts;
  }

  /** Switches presets on, and all others off. */
  set(ids: readonly string[]): void {
    if (this.#emulator === undefined) return;
    const chosen = FAULT_PRESETS.filter(({ id }) => ids.includes(id));
    this.#changedAt = this.#emulator.fake.journal().at(-1)?.number ?? 0;
    this.#emulator.fake.setFaults(chosen.map(({ fault }) => fault));
    this.#on = chosen.map(({ id }) => id);
  }

  /** Stops the emulator, or starts it again. */
  async power(wanted: boolean): Promise<void> {
    if (this.#emulator === undefined || wanted === this.#running) return;
    await (wanted ? this.#emulator.start() : this.#emulator.stop());
    this.#running = wanted;
  }
}
