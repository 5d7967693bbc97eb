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
 */
export function createFake(options: FakeOptions = {}): Fake {
  return new InProcessFake(loadedServices, options);
}
