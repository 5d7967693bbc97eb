/** Chats with the server without a browser. `Chat` is the state behind `useChat`. */
import { Chat } from '@ai-sdk/react';
import { serve } from '@hono/node-server';
import { DefaultChatTransport } from 'ai';
import { app } from './app.ts';

const server = serve({ fetch: app.fetch, port: 0 }, async ({ port }) => {
  const url = `http://127.0.0.1:${port}`;
  const chat = new Chat({ transport: new DefaultChatTransport({ api: `${url}/api/chat` }) });
  // "/tool NAME INPUT" makes the emulator's model call a tool. A real model decides by itself.
  await chat.sendMessage({ text: '/tool get_time {"city":"Oslo"}' });
  await chat.sendMessage({ text: 'thanks' });
  for (const { role, parts } of chat.messages)
    for (const part of parts) {
      if (part.type === 'text') console.log(`${role}: ${part.text}`);
      if (part.type === 'tool-get_time' && 'output' in part) console.log('tool:', part.output);
    }
  const script = await fetch(`${url}/chat.js`);
  console.log('page:', script.status);
  server.close();
});
