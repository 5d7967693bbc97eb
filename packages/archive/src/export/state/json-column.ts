/** Columns of the store that have JSON. Nothing but this package writes them, so that decoding needs no checks. */

declare const VALUE: unique symbol;

/** JSON of a value. */
export type Json<Value> = string & { readonly [VALUE]: Value };

/** Encodes a value for its column. */
export function encode<Value>(value: Value): Json<Value> {
  return encoded(JSON.stringify(value));
}

/** Names the type of a value that was encoded in another form, for example as canonical JSON. */
export function encoded<Value>(text: string): Json<Value> {
  // The symbol exists in types only.
  return text as Json<Value>;
}

/** Decodes the value of a column. */
export function decode<Value>(text: Json<Value>): Value {
  // The type of the column says what was encoded.
  return JSON.parse(text) as Value;
}
