/** Container and web usage of a scripted reply, derived from its blocks. */
import type { MessageCreateParams } from '@parlance/schemas';
import type { ReplyBlock } from '../model/model-request.js';
import type { World } from '../world/world.js';
import type { Draft } from './draft.js';
import { newContainer, requestedContainer, useContainer } from './server-tools/containers.js';

/**
 * Returns the container and the server tool usage that match the blocks of a scripted reply.
 *
 * @param world - World that stores the container.
 * @param body - Request body, which may name a container.
 * @param blocks - Blocks of the reply.
 */
export function scriptedUses(
  world: World,
  body: MessageCreateParams,
  blocks: readonly ReplyBlock[],
): Pick<Draft, 'container'> & Partial<Pick<Draft, 'serverToolUse'>> {
  const types = blocks.map((block) => (block.type === 'other' ? block.block.type : block.type));
  const count = (type: string): number => types.filter((one) => one === type).length;
  const web = {
    web_search_requests: count('web_search_tool_result'),
    web_fetch_requests: count('web_fetch_tool_result'),
  };
  const hasContainer = types.some((type) => type.endsWith('code_execution_tool_result'));
  return {
    container: hasContainer
      ? useContainer(world, requestedContainer(world, body) ?? newContainer(world))
      : null,
    ...(web.web_search_requests + web.web_fetch_requests > 0 && { serverToolUse: web }),
  };
}
