// Script of the OpenAPI page. It fetches the document, which browsers allow only over HTTP, not from `file:`.
globalThis.SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#operations',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  supportedSubmitMethods: [],
  onComplete: () => void showOperation(),
});

/** Scrolls to the operation of the address. Swagger UI renders only operations that are in view, and finds no others. */
async function showOperation() {
  const [, tag, operation] = decodeURIComponent(location.hash).split('/');
  if (operation === undefined) return;
  const id = `operations-${tag}-${operation.replaceAll('.', String.raw`\.`)}`;
  for (let screen = 0; document.getElementById(id) === null && screen < 500; screen += 1) {
    window.scrollBy(0, window.innerHeight / 2);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const found = document.getElementById(id);
  if (found?.classList.contains('is-open') === false) found.querySelector('button')?.click();
  found?.scrollIntoView();
}
