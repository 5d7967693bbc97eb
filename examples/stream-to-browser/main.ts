/** Does what the page does, without a browser. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { showReply } from './reply.ts';
import { server } from './server.ts';

server.listen(0);
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
let reply = '';
const tokens = await showReply(`${url}/reply`, 'hello', (text) => (reply += text));
console.log(`${reply} (${tokens} tokens)`);
const { headers } = await fetch(`${url}/page.js`);
console.log(headers.get('content-type'));
server.close();
