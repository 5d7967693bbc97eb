/** Containers: where the model runs code. They live on the world's clock. */
import type { Container, ContainerSkill, MessageCreateParams } from '@parlance/schemas';
import { badRequest } from '../../engine/refusal.js';
import { collection, type CollectionName } from '../../world/store.js';
import type { World } from '../../world/world.js';

/** A container. */
export interface ContainerRecord {
  readonly id: string;
  /** Milliseconds since 1970. Each use moves it. */
  readonly expiresAt: number;
  readonly skills: readonly ContainerSkill[];
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Containers by id. */
export const containers: CollectionName<ContainerRecord> = collection<ContainerRecord>('containers');

/** A container lives an hour after its last use. */
const LIFE_MS = 3_600_000;

/**
 * Finds the container that a request names, or makes the one that it asks for.
 *
 * @returns Undefined when it asks for none.
 * @throws {Refusal} 400 when there is no such container, or it has expired.
 */
export function requestedContainer(
  world: World,
  { container }: MessageCreateParams,
): ContainerRecord | undefined {
  if (container == null) return undefined;
  const wanted = typeof container === 'string' ? { id: container } : container;
  const skills = ('skills' in wanted ? (wanted.skills ?? []) : []).map((skill) => ({
    ...skill,
    version: skill.version ?? '20251013',
  }));
  if (wanted.id == null) return skills.length === 0 ? undefined : { ...newContainer(world), skills };
  const found = world.store.of(containers).get(wanted.id);
  if (found === undefined || found.expiresAt <= world.clock.now())
    throw badRequest('GEN-005', 'container', 'there is no such container, or it has expired');
  return skills.length === 0 ? found : { ...found, skills };
}

/** Makes a container. It is kept when it is used. */
export function newContainer(world: World): ContainerRecord {
  return { id: world.id('container_'), expiresAt: 0, skills: [], files: {} };
}

/** Keeps a container that was used, and tells how the reply shows it. */
export function useContainer(world: World, container: ContainerRecord): Container {
  const expiresAt = world.clock.now() + LIFE_MS;
  world.store.of(containers).put(container.id, { ...container, expiresAt });
  return {
    id: container.id,
    expires_at: new Date(expiresAt).toISOString(),
    skills: container.skills.length === 0 ? null : container.skills.map((skill) => ({ ...skill })),
  };
}
