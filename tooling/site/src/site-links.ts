/** A TypeDoc plugin that links the clients and the pages that `main.ts` adds to the site: on every page, and from symbols to their sources. */
import path from 'node:path';
import { Converter, JSX, ReflectionKind } from 'typedoc';
import type { Application, Context, DefaultThemeRenderContext } from 'typedoc';

const CLIENTS = ['InferenceClient', 'ManagedAgentsClient', 'ComplianceClient', 'AdminClient'];
/** Has the name of the site, which follows in the sidebar. */
const ALL_CLIENTS = 'Parlance';

/** Called by TypeDoc. */
export function load(app: Application): void {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }: Context) => {
    const declared = Object.values(project.reflections).filter(
      (one) => one.isDeclaration() || one.isSignature(),
    );
    for (const source of declared.flatMap(({ sources }) => sources ?? [])) {
      const file = path.relative('.', source.fullFileName).replaceAll(path.sep, '/');
      if (file.includes('node_modules')) delete source.url;
      else source.url = `../source/${file}.html#L${source.line}`;
    }
  });
  app.renderer.hooks.on('sidebar.begin', (context) =>
    JSX.createElement(
      'nav',
      { class: 'tsd-navigation', 'aria-label': 'Site' },
      CLIENTS.map((name) => link(name, urlOfClass(context, name))),
      link(`${ALL_CLIENTS} (all clients)`, urlOfClass(context, ALL_CLIENTS)),
      link('OpenAPI', context.relativeURL('openapi/index.html')),
      link('llms.txt', context.relativeURL('llms.txt')),
    ),
  );
}

function urlOfClass(context: DefaultThemeRenderContext, name: string): string | undefined {
  const classes = context.page.project.getReflectionsByKind(ReflectionKind.Class);
  const found = classes.find((reflection) => reflection.name === name);
  if (found === undefined) throw new Error(`The site links the class ${name}, which is not documented.`);
  return context.urlTo(found);
}

function link(text: string, href: string | undefined): JSX.Element {
  return JSX.createElement('a', { href: href ?? '' }, text);
}
