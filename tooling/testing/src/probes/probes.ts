import { callProbes } from './call-probes.ts';
import type { Probe } from './probe.ts';
import { streamProbes } from './stream-probes.ts';
import { trustProbes } from './trust-probes.ts';

/** All probes, in table order. */
export const probes: readonly Probe[] = [...streamProbes, ...callProbes, ...trustProbes];
