/** The baseline: undici alone. */
export async function load(baseUrl) {
  const { request } = await import('undici');
  return async () => {
    const { body } = await request(`${baseUrl}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'key-0123456789' },
      body: JSON.stringify({ model: 'm', max_tokens: 8, messages: [{ role: 'user', content: 'Hi' }] }),
    });
    return JSON.parse(await body.text());
  };
}
