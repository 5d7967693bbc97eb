/** Entry for Bun: `bun run bun.ts`. */
import { app } from './app.ts';

export default { port: 3000, fetch: app.fetch };
