/** Returns a number as people read it, for example `1,200`. */
export function shown(number: number): string {
  return number.toLocaleString('en');
}

/** Returns a number with its noun, for example `1 hit` or `1,200 hits`. */
export function count(number: number, noun: string): string {
  return `${shown(number)} ${noun}${number === 1 ? '' : 's'}`;
}
