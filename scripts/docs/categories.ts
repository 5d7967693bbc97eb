/** A TypeDoc plugin that puts each document in a category, by its folder. */
import path from 'node:path';
import { Comment, CommentTag, Converter, type Application, type DocumentReflection } from 'typedoc';

const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['guides', 'Guides'],
  ['docs', 'Concepts'],
  ['benchmarks', 'Benchmarks'],
  ['', 'Project'],
]);

/** Called by TypeDoc. */
export function load(app: Application): void {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context: undefined, document: DocumentReflection) => {
    const category = new CommentTag('@category', [{ kind: 'text', text: categoryOf(document) }]);
    document.comment = new Comment([], [category]);
  });
}

function categoryOf(document: DocumentReflection): string {
  const file = document.project.files.getReflectionPath(document) ?? '';
  const folder = path.relative(process.cwd(), path.dirname(file));
  if (folder.startsWith('examples')) return 'Examples';
  const category = CATEGORIES.get(path.basename(folder));
  if (category === undefined) throw new Error(`scripts/docs/categories.ts: no category for ${file}`);
  return category;
}
