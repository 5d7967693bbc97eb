import { library } from '@parlance/build-config';
import type { Options } from 'tsup';

const { entry, ...rest } = library();

const config: Options = {
  ...rest,
  entry: {
    ...(entry as Record<string, string>),
    bin: 'src/bin.ts',
    'command-thread': 'src/thread/command-thread.ts',
  },
};

export default config;
