/** Blocks of content that the emulator accepts. */
type Sample = Readonly<Record<string, unknown>>;

export const text = { type: 'text', text: 'a' };
export const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
export const base64 = { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' };
export const plain = { type: 'text', media_type: 'text/plain', data: 'Grass is green.' };
export const document = (source: object, more: object = {}): Sample => ({
  type: 'document',
  source,
  ...more,
});
export const found: Sample = { type: 'search_result', content: [text], source: 's', title: 't' };
export const cited = (citation: object): Sample => ({ type: 'text', text: 'a', citations: [citation] });
export const result = (name: string, content: unknown, more: object = {}): Sample => ({
  type: `${name}_tool_result`,
  tool_use_id: 'srvtoolu_1',
  content,
  ...more,
});
export const webResult = { type: 'web_search_result', encrypted_content: 'e', title: 't', url: 'u' };
export const page: Sample = { type: 'web_fetch_result', url: 'u', content: document(plain) };
export const outcome: Sample = { content: [], return_code: 0, stderr: '', stdout: '' };
export const error = (name: string, code: string): Sample => ({
  type: `${name}_tool_result_error`,
  error_code: code,
});

/** A turn of the user with these blocks. */
export const user = (...content: unknown[]): { role: string; content: unknown }[] => [
  { role: 'user', content },
];
