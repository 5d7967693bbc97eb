import type { ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { listDirectoryOrganizations, listDirectoryUsers } from '@parlance/schemas/compliance';
import type {
  DirectoryOrganization,
  DirectoryOrganizationListParams,
  DirectoryUser,
  DirectoryUserListParams,
} from '@parlance/schemas/compliance';

/** Reads the directory: the organizations of the parent organization, and their users. */
export class Organizations {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the organizations, oldest first. */
  list(
    params: DirectoryOrganizationListParams = {},
    options?: ListOptions,
  ): Paginator<DirectoryOrganization> {
    return this.#transport.list(listDirectoryOrganizations, { query: params }, options);
  }

  /** Lists the current users of an organization, oldest account first. People who left are not included. */
  listUsers(
    organizationUuid: string,
    params: DirectoryUserListParams = {},
    options?: ListOptions,
  ): Paginator<DirectoryUser> {
    const input = { params: { org_uuid: organizationUuid }, query: params };
    return this.#transport.list(listDirectoryUsers, input, options);
  }
}
