import type { Operation } from '@parlance/core-transport';

/** Returns the environment variable that holds the key of an operation. */
export function keyVariable({ auth }: Operation): string {
  switch (auth) {
    case 'api-key':
      return 'PARLANCE_API_KEY';
    case 'admin-key':
      return 'PARLANCE_ADMIN_KEY';
    case 'compliance-key':
      return 'PARLANCE_COMPLIANCE_KEY';
  }
}
