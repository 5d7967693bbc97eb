// Script of the OpenAPI page. It fetches the document, which browsers allow only over HTTP, not from `file:`.
globalThis.SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#operations',
  docExpansion: 'list',
  filter: true,
  supportedSubmitMethods: [],
});
