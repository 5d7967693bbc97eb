/**
 * A TypeDoc plugin that replaces the search of TypeDoc, which finds properties before guides and does not know that `retry` and
 * `retries` are one word. Members of classes and interfaces are not in the index: their page has them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import {
  Comment,
  JSX,
  ReferenceReflection,
  type Reflection,
  ReflectionKind,
  Renderer,
  RendererEvent,
  type Application,
  type IndexEvent,
} from 'typedoc';
import aliases from './aliases.json' with { type: 'json' };
import { indexOf, type SearchEntry } from './site-search.ts';

/** Other words for documents, in the words of people who search, by file. */
const ALIASES: Readonly<Record<string, string>> = aliases;
const WEIGHTS: Readonly<Record<string, number>> = {
  Guides: 4,
  Concepts: 2.5,
  Packages: 2.5,
  Examples: 1.5,
  Project: 1.5,
  Benchmarks: 1,
};

/** Called by TypeDoc. */
export function load(app: Application): void {
  const entries: SearchEntry[] = [];
  app.renderer.on(Renderer.EVENT_PREPARE_INDEX, (event: IndexEvent) => {
    for (const reflection of event.searchResults) {
      const url = app.renderer.router?.getFullUrl(reflection);
      const entry = entryOf(reflection);
      if (url !== undefined && entry !== undefined) entries.push({ id: url, ...entry });
    }
    // TypeDoc's own index is empty.
    event.searchResults.length = 0;
    event.searchFields.length = 0;
  });
  app.renderer.hooks.on('body.end', (context) =>
    JSX.createElement('script', { src: context.relativeURL('assets/site-search.js'), defer: true }),
  );
  app.renderer.on(RendererEvent.END, ({ outputDirectory }: RendererEvent) => {
    const assets = path.join(outputDirectory, 'assets');
    entries.push(...endpoints());
    writeFileSync(
      path.join(assets, 'site-search-index.js'),
      `window.siteSearch = ${JSON.stringify(indexOf(entries))};\n`,
    );
    buildSync({
      entryPoints: [fileURLToPath(new URL('search-page.ts', import.meta.url))],
      outfile: path.join(assets, 'site-search.js'),
      bundle: true,
      minify: true,
      target: 'es2022',
    });
  });
}

type Fields = Omit<SearchEntry, 'id'>;

function entryOf(reflection: Reflection): Fields | undefined {
  if (reflection.isDocument()) {
    const file = fileOf(reflection);
    const category = Comment.combineDisplayParts(reflection.comment?.getTag('@category')?.content ?? []);
    const text = Comment.combineDisplayParts(reflection.content);
    return {
      title: reflection.name,
      kind: category,
      aliases: ALIASES[file] ?? '',
      ...partsOf(text),
      weight: WEIGHTS[category] ?? 1,
    };
  }
  if (!reflection.isDeclaration() || reflection instanceof ReferenceReflection) return undefined;
  const { name, readme } = reflection;
  if (reflection.kindOf(ReflectionKind.Module)) {
    if (readme === undefined) return undefined;
    const aliases = ALIASES[`packages/${name.replace('@parlance/', '')}/README.md`] ?? '';
    return {
      title: name,
      kind: 'Packages',
      aliases,
      ...partsOf(Comment.combineDisplayParts(readme)),
      weight: WEIGHTS['Packages'] ?? 1,
    };
  }
  if (reflection.parent?.kindOf(ReflectionKind.Module) !== true) return undefined;
  const comment = reflection.comment ?? reflection.signatures?.[0]?.comment;
  const kind = ReflectionKind.singularString(reflection.kind).toLowerCase();
  return {
    title: name,
    kind: `${kind} of ${packageOf(reflection)}`,
    aliases: '',
    headings: '',
    text: Comment.combineDisplayParts(comment?.summary ?? []),
    weight: 1,
  };
}

function packageOf(reflection: Reflection): string {
  return reflection.getFullName().split('.')[0] ?? '';
}

function fileOf(reflection: Reflection): string {
  return path.relative(process.cwd(), reflection.project.files.getReflectionPath(reflection) ?? '');
}

/** Splits Markdown into its headings and the rest. */
function partsOf(markdown: string): Pick<SearchEntry, 'headings' | 'text'> {
  const headings = Array.from(markdown.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading);
  return { headings: headings.join('\n'), text: markdown.replaceAll(/^#+ .+$|\]\([^)]*\)/gm, ' ') };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
}

/** The operations of the OpenAPI page, which `main.ts` adds to the site. */
function endpoints(): readonly SearchEntry[] {
  const { paths } = JSON.parse(readFileSync('packages/schemas/openapi.json', 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  return Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods)
      .filter(([method]) => /^(?:get|post|put|patch|delete)$/.test(method))
      .map(([method, { operationId, tags, summary }]) => ({
        id: `openapi/index.html#/${encodeURIComponent(tags[0] ?? '')}/${encodeURIComponent(operationId)}`,
        title: `${method.toUpperCase()} ${address}`,
        kind: `endpoint ${operationId}`,
        aliases: operationId,
        headings: '',
        text: summary,
        weight: 1,
      })),
  );
}
