/** A plugin of typedoc: documents are called as their first heading says, which would otherwise stand there twice. */
import { Converter } from 'typedoc';

const HEADING = /^# (?<title>.+)\n+/;

/** Called by typedoc. */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document) => {
    const [first] = document.content;
    const match = first?.kind === 'text' ? HEADING.exec(first.text) : null;
    if (match === null) throw new Error(`${document.name}: a document begins with a heading`);
    document.name = match.groups.title;
    first.text = first.text.slice(match[0].length);
  });
}
