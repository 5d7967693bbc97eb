/** Creates emulators of the four services. */
import type { Fake } from './fake.js';
import type { FakeOptions } from './fake-options.js';
import { InProcessFake } from './in-process-fake.js';
import { loadedServices } from './loaded-services.js';

/**
 * Creates an emulator. It opens no port and keeps no process alive until you call {@link Fake.listen}.
 *
 * @param options - See {@link FakeOptions}.
 * @throws {TypeError} When an option is unknown or invalid. The message lists each problem with its key.
 * @throws {Error} When the runtime is older than Node.js 22.19, or a browser of the same age.
 */
export function createFake(options: FakeOptions = {}): Fake {
  // Otherwise each request would look like a lost connection, which clients retry.
  if (!('withResolvers' in Promise))
    throw new Error(
      '@parlance/testing-fakes needs Node.js 22.19 or later, or a browser with Promise.withResolvers',
    );
  return new InProcessFake(loadedServices, options);
}
