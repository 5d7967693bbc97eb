/** Validates memory paths without zod. */
import { memoryLimits } from './memory-stores.js';

const INVISIBLE = /[\p{Cc}\p{Cf}]/u;
const encoder = new TextEncoder();

/**
 * Validates the path of a memory, for example in a form. A valid path is absolute, has at most 20 segments and 1,024
 * bytes, in Unicode normal form C, without control or format characters, and without empty segments, `.` or `..`.
 *
 * @param path - The path.
 * @returns The rules that the path violates; an empty array for a valid path.
 * @remarks Not in the documents; see "What the documents do not show" 1.3.10
 */
export function memoryPathProblems(path: string): string[] {
  if (!path.startsWith('/')) return ['must start with /'];
  const { pathSegments, pathBytes } = memoryLimits;
  const segments = path.slice(1).split('/');
  const problems: [isProblem: boolean, message: string][] = [
    [segments.length > pathSegments, `must have at most ${pathSegments} segments`],
    [
      segments.some((segment) => /^\.{0,2}$/.test(segment)),
      'must not contain segments that are empty, . or ..',
    ],
    [encoder.encode(path).length > pathBytes, `must have at most ${pathBytes} bytes`],
    [path.normalize('NFC') !== path, 'must be in Unicode normal form C'],
    [INVISIBLE.test(path), 'must not contain control or format characters'],
  ];
  return problems.flatMap(([isProblem, message]) => (isProblem ? [message] : []));
}
