/** Amounts of money, without rounding. */

/**
 * Adds amounts.
 *
 * @param amounts - Decimal numbers in the smallest unit of the currency, as the service reports them: `123.45` in USD is $1.2345.
 * @param currency - Currency, ISO 4217.
 * @returns The sum in units of the currency, for example `1.2345`.
 */
export function sumOf(amounts: readonly string[], currency: string): string {
  const parts = amounts.map((amount) => amount.split('.'));
  const decimals = Math.max(0, ...parts.map(([, fraction = '']) => fraction.length));
  const sum = parts.reduce(
    (total, [whole = '0', fraction = '']) => total + BigInt(whole + fraction.padEnd(decimals, '0')),
    0n,
  );
  const minor = minorDigitsOf(currency);
  const scale = decimals + minor;
  const text = String(sum).padStart(scale + 1, '0');
  const fraction = text
    .slice(text.length - scale)
    .replace(/0+$/, '')
    .padEnd(minor, '0');
  const whole = text.slice(0, text.length - scale);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Decimal places of a currency: 2 for USD, 0 for JPY. */
function minorDigitsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
