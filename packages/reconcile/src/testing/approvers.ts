/** Who approves plans in tests. */
import type { ApproverPolicy } from '@parlance/archive';
import { testSigner, type TestSigner } from '@parlance/testing/sign-ssh';

export const ines: TestSigner = testSigner('ines');
export const omar: TestSigner = testSigner('omar');

/** Ines or Omar may approve, also what they made. */
export function approversOf(required = 1): ApproverPolicy {
  return {
    required,
    makerMayApprove: true,
    keys: [
      { name: 'ines@example.com', key: ines.publicKey },
      { name: 'omar@example.com', key: omar.publicKey },
    ],
  };
}

/** Signs the digest of a plan. */
export function approve(digest: string, ...people: readonly TestSigner[]): string[] {
  return people.map((person) => person.sign('parlance-plan@1', `${digest}\n`));
}
