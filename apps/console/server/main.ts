import { openConsole } from './open-console.js';
import { SettingsError } from './settings.js';

try {
  const running = await openConsole({
    args: process.argv.slice(2),
    env: process.env,
    say: (line) => process.stderr.write(`${line}\n`),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void running.close().then(() => process.exit(0)));
  }
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
