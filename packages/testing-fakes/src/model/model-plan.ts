/** Which models the requests of a world may name. */
import { nearestKey } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import type { Arrival } from '../engine/arrival.js';
import { identifier, notFound, Refusal } from '../engine/refusal.js';
import { planPart, type Plan, type ScenarioPart } from '../scenario/scenario-part.js';
import type { World } from '../world/world.js';
import { modelAliases, modelIdOf, modelTable } from './model-table.js';

/** Which models requests may name: `any`, like the documents, or only those that `models.list` returns and their aliases. */
export type ModelPolicy = 'any' | 'known';

/** The part `models` of a scenario. */
export const modelsPart: ScenarioPart = planPart<ModelPolicy, undefined>({
  name: 'models',
  schema: z.enum(['any', 'known']),
  planOf: policyOf,
  progress: z.undefined().optional(),
});

function policyOf({ whole }: World): Plan<ModelPolicy, undefined> {
  return whole.local('models', createPolicy);
}

function createPolicy(): Plan<ModelPolicy, undefined> {
  let value: ModelPolicy = 'any';
  return {
    get value() {
      return value;
    },
    set(next) {
      value = next;
    },
    progress: () => undefined,
  };
}

/**
 * Rejects a model that is not in the list, in a world that accepts known models only.
 *
 * @param name - Model id or alias.
 * @throws {Refusal} 404 that names the most similar model.
 */
export function requireModel(world: World, name: string): void {
  if (policyOf(world).value === 'any' || isKnown(name)) return;
  const { parts } = notFound('model', identifier(name));
  const nearest = nearestKey(name, [...modelTable.entries().map(({ id }) => id), ...modelAliases.keys()]);
  if (nearest === undefined) throw new Refusal(parts);
  throw new Refusal({
    ...parts,
    message: [...parts.message, ' Did you mean ', identifier(nearest), '?'],
  });
}

/** Notes the first model of a request that is not in the list, for the journal. */
export function noteUnknownModel(arrival: Arrival): void {
  const name = modelsIn(arrival.call?.body).find((one) => !isKnown(one));
  if (name !== undefined) arrival.unknownModel = name.slice(0, MAX_SHOWN);
}

/** Longer names are truncated in the journal. */
const MAX_SHOWN = 100;

function isKnown(name: string): boolean {
  return modelTable.get(modelIdOf(name)) !== undefined;
}

/** A body with models, as the contract has them: of a message, an agent, a session or a batch. */
interface BodyWithModels {
  readonly model?: string | { readonly id: string } | undefined;
  readonly agent?: unknown;
  readonly requests?: readonly { readonly params: unknown }[] | undefined;
}

function modelsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { model, agent, requests = [] } = body as BodyWithModels;
  const own = typeof model === 'string' ? model : model?.id;
  return [
    ...(typeof own === 'string' ? [own] : []),
    ...modelsIn(agent),
    ...requests.flatMap(({ params }) => modelsIn(params)),
  ];
}
