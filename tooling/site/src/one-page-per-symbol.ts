/**
 * A TypeDoc plugin that documents each symbol once, in the package that declares it. Other packages that export it have a link to
 * that page.
 */
import {
  Application,
  Converter,
  ReferenceReflection,
  ReflectionKind,
  ReflectionSymbolId,
  type Context,
  type DeclarationReflection,
  type ProjectReflection,
} from 'typedoc';

interface ForeignExport {
  readonly name: string;
  readonly symbol: ReflectionSymbolId;
}

/** Exports of several packages that no documented entry of the package that declares them has. */
const INTERNAL: ReadonlySet<string> = new Set(['Files']);

/** Called by TypeDoc. */
export function load(app: Application): void {
  /** Exports of a module that another package declares, by the full name of the module. */
  const foreign = new Map<string, readonly ForeignExport[]>();
  app.converter.on(
    Converter.EVENT_RESOLVE_BEGIN,
    ({ project }: Context) => {
      for (const module of modulesOf(project))
        foreign.set(keyOf(project, module), removeForeign(project, module));
    },
    // The name of the package is known by then.
    -1_000,
  );
  app.on(
    Application.EVENT_PROJECT_REVIVE,
    (project: ProjectReflection) => {
      for (const packageModule of project.children ?? [])
        for (const module of modulesOf(packageModule))
          addLinks(project, module, foreign.get(keyOf(packageModule, module)) ?? []);
    },
    1_000,
  );
}

type Parent = ProjectReflection | DeclarationReflection;

function modulesOf(parent: Parent): readonly Parent[] {
  const modules = parent.getChildrenByKind(ReflectionKind.Module);
  return modules.length === 0 ? [parent] : modules;
}

/** While a package is converted, its project has the name of the package; afterwards, a module has it. */
function keyOf(packageParent: Parent, module: Parent): string {
  return `${packageParent.name} ${module === packageParent ? '' : module.name}`;
}

function removeForeign(project: ProjectReflection, module: Parent): readonly ForeignExport[] {
  const found = (module.children ?? []).flatMap((child) => {
    const declared = child instanceof ReferenceReflection ? child.tryGetTargetReflectionDeep() : child;
    const symbol = declared && project.getSymbolIdFromReflection(declared);
    return symbol === undefined || symbol.packageName === project.packageName || INTERNAL.has(child.name)
      ? []
      : [{ child, symbol }];
  });
  for (const { child } of found) if (project.getReflectionById(child.id)) project.removeReflection(child);
  // Without the position, which the merged project does not know.
  return found.map(({ child: { name }, symbol }) => ({
    name,
    symbol: new ReflectionSymbolId(symbol.toObject()),
  }));
}

function addLinks(project: ProjectReflection, module: Parent, exports: readonly ForeignExport[]): void {
  for (const { name, symbol } of exports) {
    const target = project.getReflectionFromSymbolId(symbol);
    if (target === undefined)
      throw new Error(
        `${module.getFullName()} exports ${name}, which ${symbol.packageName} does not document`,
      );
    const link = new ReferenceReflection(name, target, module);
    module.addChild(link);
    project.registerReflection(link, undefined, undefined);
  }
  // They are made again, with the links.
  delete module.groups;
  delete module.categories;
}
