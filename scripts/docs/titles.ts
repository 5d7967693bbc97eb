/** A TypeDoc plugin that names a document after its first heading and removes the heading, which would be shown twice. */
import { Converter, type Application, type DocumentReflection } from 'typedoc';

const HEADING = /^# (?<title>.+)\n+/;

/** Called by TypeDoc. */
export function load(app: Application): void {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context: undefined, document: DocumentReflection) => {
    const [first] = document.content;
    const match = first?.kind === 'text' ? HEADING.exec(first.text) : null;
    const title = match?.groups?.['title'];
    if (first === undefined || match === null || title === undefined)
      throw new Error(`${document.name}: a document must start with a heading`);
    document.name = title;
    first.text = first.text.slice(match[0].length);
  });
}
