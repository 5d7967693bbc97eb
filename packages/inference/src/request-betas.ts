/** Betas that the params of a message require. */
import type { CallOptions } from '@parlance/core-transport';

/** The parts of message params that may require a beta. */
interface Params {
  readonly messages?: unknown;
  readonly container?: unknown;
}

/** A block, or a part of it. */
interface Node {
  readonly type?: unknown;
  readonly source?: unknown;
  readonly content?: unknown;
}

const FILES = { family: 'files-api-', name: 'files-api-2025-04-14' };
const SKILLS = { family: 'skills-', name: 'skills-2025-10-02' };

/**
 * Adds the betas that the params require: for files, and for skills of the container.
 *
 * @param params - Params of one or more messages, as passed by the user.
 * @param options - Options of the call. A beta of the same family that they name is kept.
 */
export function withRequiredBetas(
  params: readonly unknown[],
  options: CallOptions | undefined,
): CallOptions | undefined {
  const required = [
    ...(params.some((one) => usesFile((one as Params | null | undefined)?.messages)) ? [FILES] : []),
    ...(params.some((one) => usesSkill((one as Params | null | undefined)?.container)) ? [SKILLS] : []),
  ];
  // Invalid options are rejected by the call.
  if (required.length === 0 || !hasValidBetas(options)) return options;
  const own = options?.betas ?? [];
  const missing = required.filter(({ family }) => !own.some((beta) => String(beta).startsWith(family)));
  return missing.length === 0 ? options : { ...options, betas: [...own, ...missing.map(({ name }) => name)] };
}

function hasValidBetas(options: CallOptions | undefined): boolean {
  if (options === undefined) return true;
  return (
    typeof options === 'object' &&
    options !== null &&
    (options.betas === undefined || Array.isArray(options.betas))
  );
}

/** Whether a value is or contains a file source or an upload to the container. Text is not examined. */
function usesFile(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(usesFile);
  if (typeof value !== 'object' || value === null) return false;
  const { type, source, content } = value as Node;
  if (type === 'file' || type === 'container_upload') return true;
  return usesFile(source) || usesFile(content);
}

function usesSkill(container: unknown): boolean {
  const skills = (container as { readonly skills?: unknown } | null | undefined)?.skills;
  return Array.isArray(skills) && skills.length > 0;
}
