/** Runs the tests, as `npm test` does, and prints their results. */
import { startVitest } from 'vitest/node';

const vitest = await startVitest('test', [], { watch: false, reporters: [{}], root: import.meta.dirname });
for (const module of vitest.state.getTestModules())
  for (const test of module.children.allTests()) {
    console.log(test.result().state, test.name);
    for (const { message } of test.result().errors ?? []) console.log(message);
  }
await vitest.close();
