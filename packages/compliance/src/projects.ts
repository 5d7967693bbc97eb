import type { ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { listProjects, type Project, type ProjectListParams } from '@parlance/schemas/compliance';

/** Lists projects, which group chats. */
export class Projects {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the projects, oldest first. */
  list(params: ProjectListParams = {}, options?: ListOptions): Paginator<Project> {
    return this.#transport.list(listProjects, { query: params }, options);
  }
}
