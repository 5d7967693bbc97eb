import { controlProbes } from './control-probes.ts';
import type { LoopProbe } from './loop-probe.ts';
import { resultProbes } from './result-probes.ts';
import { toolProbes } from './tool-probes.ts';

/** All probes, in table order. */
export const loopProbes: readonly LoopProbe[] = [...controlProbes, ...toolProbes, ...resultProbes];
