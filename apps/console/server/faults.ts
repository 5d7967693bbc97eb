import type { Fault } from '@parlance/testing-fakes';
import presets from './faults.json' with { type: 'json' };

/** A fault that users can inject from the service page. */
export interface FaultPreset {
  readonly id: string;
  readonly label: string;
  /** What happens when the fault is active. */
  readonly effect: string;
  readonly fault: Fault;
}

/** The presets of the service page. */
export const FAULT_PRESETS: readonly FaultPreset[] = presets;
