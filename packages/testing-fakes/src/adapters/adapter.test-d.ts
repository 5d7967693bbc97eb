/** The emulator's adapter is the transport's, structurally: neither package knows the other. */
import type { HttpAdapter } from '../../../core-transport/src/http-adapter.js';
import { createFake } from '../create-fake.js';

export const adapter: HttpAdapter = createFake().http();
