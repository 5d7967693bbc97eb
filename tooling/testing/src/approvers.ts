/** Who approves plans in tests. */
import { PLAN_NAMESPACE, signedText, type ApproverPolicy } from '@parlance/archive';
import { testSigner, type TestSigner } from './sign-ssh.js';

export const ines: TestSigner = testSigner('ines');
export const omar: TestSigner = testSigner('omar');
export const lena: TestSigner = testSigner('lena');

/** Ines, Omar or Lena may approve, also what they made. */
export function approversOf(required = 1): ApproverPolicy {
  return {
    required,
    makerMayApprove: true,
    keys: [
      { name: 'ines@example.com', key: ines.publicKey },
      { name: 'omar@example.com', key: omar.publicKey },
      { name: 'lena@example.com', key: lena.publicKey },
    ],
  };
}

/** Signs the digest of a plan. */
export function approve(digest: string, ...people: readonly TestSigner[]): string[] {
  return people.map((person) => person.sign(PLAN_NAMESPACE, signedText(digest)));
}
