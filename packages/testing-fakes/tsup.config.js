import { perModule } from '@parlance/build-config';

export default perModule({ exclude: ['src/cli.ts', 'src/cli-program.ts'] });
