import { server } from './server.ts';

server.listen(3000, () => console.log('http://127.0.0.1:3000'));
