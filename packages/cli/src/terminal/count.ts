/** Returns a number with its noun, for example `1 hit` or `1,200 hits`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
