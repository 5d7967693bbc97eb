/** Structured output that is still arriving. */
import { PartialJson } from '@parlance/core-transport/internal';

/** A value that is still arriving: any member may be missing, and the last string may be incomplete. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : T extends object
    ? { [Name in keyof T]?: DeepPartial<T[Name]> }
    : T;

/** Parses the text of a reply while it arrives. */
export class PartialOutput {
  readonly #json: PartialJson = new PartialJson();
  #isJson = true;

  /** The value so far. Later chunks change it in place. Undefined before its start, and if the text is not JSON. */
  get value(): unknown {
    return this.#isJson ? this.#json.value : undefined;
  }

  /** Adds a chunk of text. Text that is not JSON is ignored here: the complete reply is validated at the end. */
  push(text: string): void {
    if (!this.#isJson) return;
    try {
      this.#json.push(text);
    } catch {
      this.#isJson = false;
    }
  }
}
