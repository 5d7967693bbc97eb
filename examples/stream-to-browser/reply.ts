/** Runs in the page. */
import { MessageStream } from '@parlance/inference';

/** Asks the server for a reply, passes on its text as it arrives, and returns how many tokens it has. */
export async function showReply(
  url: string,
  prompt: string,
  onText: (text: string) => void,
): Promise<number> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ prompt }) });
  if (!response.ok || !response.body) throw new Error(`The server responded with ${response.status}.`);
  const stream = MessageStream.fromReadableStream(response.body);
  for await (const text of stream.textStream()) onText(text);
  return (await stream.finalMessage()).usage.output_tokens;
}
