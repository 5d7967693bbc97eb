/** A service of the contract. */
export interface Service {
  /** Its folder below `packages/schemas/src`. */
  readonly folder: string;
  /** What it is called in sentences. */
  readonly title: string;
  /** What it is called in headings. */
  readonly heading: string;
}

/** All services. */
export const services: readonly Service[] = [
  { folder: 'inference', title: 'the inference API', heading: 'Inference' },
  { folder: 'managed-agents', title: 'managed agents', heading: 'Managed agents' },
  { folder: 'compliance', title: 'the compliance API', heading: 'Compliance' },
  { folder: 'admin', title: 'organization administration', heading: 'Administration' },
];

/** Returns a name in camel case, for example `managedAgents` of `managed-agents`. */
export function camelCase(dashed: string): string {
  return dashed.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a name in Pascal case, for example `ManagedAgents` of `managed-agents`. */
export function pascalCase(dashed: string): string {
  return camelCase(dashed).replace(/^\w/, (letter) => letter.toUpperCase());
}
