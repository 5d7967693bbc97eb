import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

// Node.js sizes the heap of a process by the memory of the machine, and that of a thread by these limits.
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
const night = new Worker(new URL('night.ts', import.meta.url), { resourceLimits });
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => night.postMessage('stop'));

// Rejects if the thread needs more memory. This process continues, and the next start resumes the export.
await once(night, 'exit');
