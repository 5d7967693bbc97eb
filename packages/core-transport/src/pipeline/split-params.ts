/**
 * Divides the params of a method whose operation has a query and a body. Params of the wrong type become the body; the call rejects
 * them.
 *
 * @param params - The fields of both.
 * @param names - Names of the query parameters.
 */
export function splitParams<P extends object, Name extends keyof P & string>(
  params: P,
  names: readonly Name[],
): { query: Pick<P, Name>; body: Omit<P, Name> } {
  if (typeof params !== 'object' || params === null) return { query: {} as Pick<P, Name>, body: params };
  const isQuery = ([name]: [string, unknown]): boolean => names.some((one) => one === name);
  const entries = Object.entries(params);
  // Both have the fields of params.
  const fieldsOf = <T>(own: [string, unknown][]): T => Object.fromEntries(own) as T;
  return {
    query: fieldsOf(entries.filter(isQuery)),
    body: fieldsOf(entries.filter((entry) => !isQuery(entry))),
  };
}
