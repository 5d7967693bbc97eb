/** A TypeDoc plugin that names a document after its first heading. On the landing page, it removes the heading, which is shown twice. */
import {
  Converter,
  RendererEvent,
  type Application,
  type CommentDisplayPart,
  type DocumentReflection,
} from 'typedoc';

/** The first heading, after the mark of a generated document. */
const HEADING = /^(?:<!--.*-->\n+)?# (?<title>.+)\n+/;

/** Called by TypeDoc. */
export function load(app: Application): void {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context: undefined, document: DocumentReflection) => {
    document.name = titleOf(document.name, document.content);
  });
  app.renderer.on(RendererEvent.BEGIN, ({ project: { readme } }) => {
    const [first] = readme ?? [];
    if (first === undefined || !HEADING.test(first.text))
      throw new Error('README.md must start with a heading');
    first.text = first.text.replace(HEADING, '');
  });
}

/** Returns the text of the first heading, without the quotes of code. */
function titleOf(name: string, content: readonly CommentDisplayPart[]): string {
  const text = content.map((part) => part.text).join('');
  const title = HEADING.exec(text)?.groups?.['title'];
  if (title === undefined) throw new Error(`${name}: a document must start with a heading`);
  return title.replaceAll('`', '');
}
