import { library } from '@parlance/build-config';
import type { Options } from 'tsup';

const config: Options = library();

export default config;
