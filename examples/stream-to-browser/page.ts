import { showReply } from './reply.ts';

const output = document.querySelector('output');
document.querySelector('form')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const prompt = new FormData(event.target as HTMLFormElement).get('prompt');
  if (output) await showReply('/reply', String(prompt), (text) => output.append(text));
});
