import { bundledCommand, perModule } from '@parlance/build-config';

export default [perModule({ exclude: ['src/cli.ts'] }), bundledCommand({ entry: { cli: 'src/cli.ts' } })];
