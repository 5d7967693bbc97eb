/** The encoding of the SSH protocol (RFC 4251, section 5). */
import { SignatureError } from './signature-error.js';

/** Reads values one after the other. Nothing is read beyond the end. */
export class SshReader {
  readonly #bytes: Buffer;
  readonly #name: string;
  #offset = 0;

  /**
   * @param bytes - What to read.
   * @param name - What it is, for messages.
   */
  constructor(bytes: Buffer, name: string) {
    this.#bytes = bytes;
    this.#name = name;
  }

  bytes(length: number): Buffer {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new SignatureError('malformed', `${this.#name} is truncated`);
    const read = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return read;
  }

  uint32(): number {
    return this.bytes(4).readUInt32BE();
  }

  string(): Buffer {
    return this.bytes(this.uint32());
  }

  text(): string {
    return this.string().toString('latin1');
  }

  /** A positive number, as big-endian bytes of a fixed length. */
  number(length: number): Buffer {
    const digits = this.positive();
    if (digits.length > length) throw new SignatureError('malformed', `${this.#name} has a number too large`);
    return Buffer.concat([Buffer.alloc(length - digits.length), digits]);
  }

  /** A positive number, as big-endian bytes without zeros in front. */
  positive(): Buffer {
    const bytes = this.string();
    const isNegative = (bytes[0] ?? 0) >= 0x80;
    const first = bytes.findIndex((byte) => byte !== 0);
    if (isNegative || first === -1)
      throw new SignatureError('malformed', `${this.#name} has a number that is not positive`);
    return bytes.subarray(first);
  }

  end(): void {
    if (this.#offset !== this.#bytes.length)
      throw new SignatureError('malformed', `${this.#name} continues after its end`);
  }
}

/** Encodes strings one after the other. */
export function sshStrings(...strings: readonly (string | Buffer)[]): Buffer {
  const parts = strings.flatMap((string) => {
    const bytes = Buffer.from(string);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(parts);
}

/** Decodes base64. Node.js ignores what is not base64; here it is refused. */
export function strictBase64(text: string, name: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (text === '' || bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, ''))
    throw new SignatureError('malformed', `${name} is not base64`);
  return bytes;
}
