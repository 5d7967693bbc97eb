/**
 * A TypeDoc plugin that requires a comment on each property and method of an exported interface or class. TypeDoc's own
 * check includes the members of anonymous object types, such as an operation's `{ params, response }`; this one does not.
 * A member that can have only one value, such as the discriminator of a union, needs no comment either.
 */
import { Application, ReflectionKind, type DeclarationReflection, type ProjectReflection } from 'typedoc';

/** Called by TypeDoc. */
export function load(app: Application): void {
  app.on(Application.EVENT_VALIDATE_PROJECT, (project: ProjectReflection) => {
    const members = project.getReflectionsByKind(ReflectionKind.Property | ReflectionKind.Method);
    for (const member of members as DeclarationReflection[]) {
      if (isUndocumented(member)) {
        app.logger.validationWarning(`${member.getFriendlyFullName()} is not documented` as never);
      }
    }
  });
}

/** A member of an exported class or interface that the class itself declares, has several possible values and no comment. */
function isUndocumented(member: DeclarationReflection): boolean {
  const isMember = member.parent?.kindOf(ReflectionKind.ClassOrInterface) === true;
  const isFixed = member.type?.type === 'literal' || member.type?.toString() === 'undefined';
  const isOwn = member.inheritedFrom === undefined && !member.name.startsWith('[');
  const commented = member.hasComment() || member.signatures?.some((signature) => signature.hasComment());
  return isMember && isOwn && !isFixed && commented !== true;
}
