/**
 * A TypeDoc plugin for documents: each is named after its first heading, and in a category by its folder. On the landing page, it
 * removes the heading, which is shown twice.
 */
import path from 'node:path';
import {
  Comment,
  CommentTag,
  Converter,
  RendererEvent,
  type Application,
  type CommentDisplayPart,
  type DocumentReflection,
} from 'typedoc';

const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['guides', 'Guides'],
  ['docs', 'Concepts'],
  ['benchmarks', 'Benchmarks'],
  ['', 'Project'],
]);
/** The first heading, after the mark of a generated document. */
const HEADING = /^(?:<!--.*-->\n+)?# (?<title>.+)\n+/;

/** Called by TypeDoc. */
export function load(app: Application): void {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context: undefined, document: DocumentReflection) => {
    document.name = titleOf(document.name, document.content);
    const category = new CommentTag('@category', [{ kind: 'text', text: categoryOf(document) }]);
    document.comment = new Comment([], [category]);
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

function categoryOf(document: DocumentReflection): string {
  const file = document.project.files.getReflectionPath(document) ?? '';
  const folder = path.relative(process.cwd(), path.dirname(file));
  if (folder.startsWith('examples')) return 'Examples';
  const category = CATEGORIES.get(path.basename(folder));
  if (category === undefined) throw new Error(`tooling/site/src/documents.ts: no category for ${file}`);
  return category;
}
