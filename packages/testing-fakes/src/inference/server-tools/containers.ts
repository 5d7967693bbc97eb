/**
 * Code execution containers. They expire on the world's clock.
 *
 * Rules: INF-021, INF-022.
 */
import type { Container, ContainerSkill, MessageCreateParams } from '@parlance/schemas';
import { badRequest } from '../../engine/refusal.js';
import { workspaceCollection, type CollectionName } from '../../world/store.js';
import { loadedVersion } from '../../workspace/skill-records.js';
import type { World } from '../../world/world.js';

/** A stored container. */
export interface ContainerRecord {
  readonly id: string;
  /** Expiry in milliseconds since the Unix epoch. Extended on every use. */
  readonly expiresAt: number;
  readonly skills: readonly ContainerSkill[];
  /** File contents by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Containers by id. */
export const containers: CollectionName<ContainerRecord> = workspaceCollection<ContainerRecord>('containers');

/** Lifetime of a container after its last use: one hour. */
const LIFETIME_MS = 3_600_000;

/**
 * Returns the container that a request names, or a new one for the skills that it requests.
 *
 * @returns The container, or undefined if the request asks for neither.
 * @throws {Refusal} 400 if the container does not exist or has expired, or if a skill does not exist.
 */
export function requestedContainer(
  world: World,
  { container }: MessageCreateParams,
): ContainerRecord | undefined {
  if (container == null) return undefined;
  const wanted = typeof container === 'string' ? { id: container } : container;
  const skills = ('skills' in wanted ? (wanted.skills ?? []) : []).map((skill, index) => {
    const place = { path: `container.skills.${index}`, rule: 'GEN-005' };
    return { ...skill, version: loadedVersion(world, skill, place) };
  });
  if (wanted.id == null) return skills.length === 0 ? undefined : { ...newContainer(world), skills };
  const found = world.store.of(containers).get(wanted.id);
  if (found === undefined || found.expiresAt <= world.clock.now())
    throw badRequest('GEN-005', 'container', 'does not exist or has expired');
  return skills.length === 0 ? found : { ...found, skills };
}

/** Creates a container. It is stored on first use. */
export function newContainer(world: World): ContainerRecord {
  return { id: world.id('container_'), expiresAt: 0, skills: [], files: {} };
}

/** Stores a used container, extends its lifetime, and returns its representation for the reply. */
export function useContainer(world: World, container: ContainerRecord): Container {
  const expiresAt = world.clock.now() + LIFETIME_MS;
  world.store.of(containers).put(container.id, { ...container, expiresAt });
  return {
    id: container.id,
    expires_at: new Date(expiresAt).toISOString(),
    skills: container.skills.length === 0 ? null : container.skills.map((skill) => ({ ...skill })),
  };
}
