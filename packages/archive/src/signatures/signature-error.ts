import { ParlanceError } from '@parlance/schemas/kit';

/**
 * Why a key or a signature was refused:
 * - `malformed`: the text is not an OpenSSH public key or signature;
 * - `unsupported`: its type or algorithm is not accepted here, for example RSA with SHA-1;
 * - `other_namespace`: the signature was made for another purpose;
 * - `other_key`: the signature was made with another key;
 * - `not_touched`: the signature of a hardware key was made without its owner touching it;
 * - `invalid`: the signature does not fit the message.
 */
export type SignatureErrorCode =
  'malformed' | 'unsupported' | 'other_namespace' | 'other_key' | 'not_touched' | 'invalid';

/** A key or a signature was refused. */
export class SignatureError extends ParlanceError {
  declare readonly code: SignatureErrorCode;

  /** Name of the class. */
  override get name(): string {
    return 'SignatureError';
  }
}
