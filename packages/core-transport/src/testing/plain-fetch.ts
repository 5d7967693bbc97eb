/** The same calls without a client, for comparison. */

/** A JSON call. */
export async function fetchJson(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  return response.json();
}

/** The text of a message stream. */
export async function fetchText(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, init);
  const decoder = new TextDecoder();
  let buffered = '';
  let text = '';
  for await (const chunk of response.body ?? []) {
    buffered += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let end = buffered.indexOf('\n\n'); end !== -1; end = buffered.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(buffered.slice(0, end))?.[1];
      buffered = buffered.slice(end + 2);
      if (data === undefined) continue;
      const event = JSON.parse(data) as { delta?: { text?: string } };
      text += event.delta?.text ?? '';
    }
  }
  return text;
}
