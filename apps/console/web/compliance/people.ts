import { queryOptions } from '@tanstack/react-query';
import type { DirectoryUser } from '@parlance/schemas';
import { compliance } from '../sdk/compliance.js';

/** A directory user with the name of their organization. */
export interface Person extends DirectoryUser {
  readonly organization: string;
}

/** The people of all organizations. */
export const peopleList = queryOptions({
  queryKey: [['organizations.list', 'organizations.listUsers']],
  queryFn: async ({ signal }) => {
    const people: Person[] = [];
    for await (const { uuid, name } of compliance.organizations.list({}, { signal }))
      for await (const user of compliance.organizations.listUsers(uuid, {}, { signal }))
        people.push({ ...user, organization: name });
    return people;
  },
});
