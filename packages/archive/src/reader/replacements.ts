import type { Certificate, Replacement } from '../certificates/certificate.js';

/** Where the records of certificates are that later certificates have replaced. The last one decides. */
export class Replacements {
  readonly #bySequence: Map<number, Replacement> = new Map();

  /** Notes what a certificate replaces. */
  note({ replaces = [] }: Certificate): void {
    for (const replacement of replaces) this.#bySequence.set(replacement.sequence, replacement);
  }

  /** Returns the replacement of a certificate; undefined for one that was not replaced. */
  of({ sequence }: Pick<Certificate, 'sequence'>): Replacement | undefined {
    return this.#bySequence.get(sequence);
  }

  /** Returns a certificate with the extents that its records are in now. */
  apply(certificate: Certificate): Certificate {
    const replacement = this.of(certificate);
    if (replacement === undefined) return certificate;
    return { ...certificate, extents: replacement.extents, chats: replacement.chats };
  }
}
