import { bundledCommand } from '@parlance/build-config';

export default bundledCommand({ entry: { main: 'src/main.ts' }, minify: false });
