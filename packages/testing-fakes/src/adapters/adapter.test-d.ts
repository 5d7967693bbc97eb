/** Checks that the emulator's adapter satisfies the transport's interface, because neither package imports the other. */
import type { HttpAdapter } from '@parlance/core-transport';
import { createFake } from '../fake/create-fake.js';

export const adapter: HttpAdapter = createFake().http();
