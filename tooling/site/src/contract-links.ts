/**
 * A TypeDoc plugin for the links in comments of contract files. The entry `validation` exports the schemas of such a file,
 * but not its operations: a link to an operation leads to the constant of the same name in the plain module beside it.
 */
import {
  Converter,
  ReflectionKind,
  ReflectionSymbolId,
  type Application,
  type Context,
  type ProjectReflection,
  type Reflection,
} from 'typedoc';

/** Called by TypeDoc. */
export function load(app: Application): void {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    for (const { comment } of Object.values(project.reflections)) {
      for (const part of comment?.summary ?? []) {
        if (part.kind !== 'inline-tag' || !(part.target instanceof ReflectionSymbolId)) continue;
        const plain = plainConstant(project, part.target);
        if (plain !== undefined) part.target = plain;
      }
    }
  });
}

/** Returns the constant of a plain module for that of a contract file. */
function plainConstant(project: ProjectReflection, symbol: ReflectionSymbolId): Reflection | undefined {
  if (!symbol.packagePath.endsWith('.contract.ts')) return undefined;
  const plain = symbol.packagePath.replace(/\.contract\.ts$/, '.ts');
  return project
    .getReflectionsByKind(ReflectionKind.Variable)
    .find(
      (variable) =>
        variable.name === symbol.qualifiedName &&
        project.getSymbolIdFromReflection(variable)?.packagePath === plain,
    );
}
