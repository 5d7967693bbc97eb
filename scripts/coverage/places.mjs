import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes what finds the places of a row in the sources.
 *
 * @param {string} root - Root of the repository.
 */
export function createPlaces(root) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const filesOf = (pattern) => globSync(pattern, { cwd: root }).sort();
  const contract = new Map();
  const cited = new Map();
  for (const file of filesOf('packages/*/{src,scenarios}/**/*.test.ts'))
    for (const id of citedIn(read(file))) if (!cited.has(id)) cited.set(id, file);
  return {
    /** Where a declaration holds a field or value: `Message.id`, `StopReason.end_turn`, or a whole `Message`. */
    contract(service, reference) {
      if (!contract.has(service)) {
        const files = filesOf(`packages/schemas/src/${service}/**/*.ts`);
        contract.set(service, files.filter((file) => !/\.(schema|test|test-d)\.ts$/.test(file)).map((file) => [file, read(file)]));
      }
      const [symbol, member] = reference.split(/\.(.*)/s);
      for (const [file, text] of contract.get(service)) {
        const body = declarationOf(text, symbol);
        if (body !== undefined && (member === undefined || holds(body, member))) return `${file} ${reference}`;
      }
      return undefined;
    },
    /** Where a client has a method: `inference/messages.create`. */
    client(reference) {
      const [place, method] = splitLast(reference, '.');
      const file = `packages/${place.replace('/', '/src/')}.ts`;
      const text = filesOf(file).map(read)[0];
      return text !== undefined && new RegExp(`^  (?:async )?${method}[(<]`, 'm').test(text)
        ? `${file} ${method}()`
        : undefined;
    },
    /** Where the emulator serves an operation: `inference/messages:messages.create`. */
    handler(reference) {
      const [place, operation] = reference.split(':');
      const file = `packages/testing-fakes/src/${place}.ts`;
      const text = filesOf(file).map(read)[0];
      return text?.includes(`'${operation}':`) ? `${file} ${operation}` : undefined;
    },
    /** Where a test cites a rule. */
    test(rule) {
      return cited.has(rule) ? `${cited.get(rule)} ${rule}` : undefined;
    },
  };
}

/** Rules that a test file cites. */
function citedIn(text) {
  const calls = [...text.matchAll(/verifies\(([^)]*)\)/g)].map(([, ids]) => ids);
  return calls.flatMap((ids) => ids.match(/[A-Z]{3}-\d{3}/g) ?? []);
}

function declarationOf(text, symbol) {
  const start = new RegExp(`^(?:export )?(?:interface|type|const|class) ${symbol}\\b`, 'm').exec(text)?.index;
  if (start === undefined) return undefined;
  const end = /^(?:\}|.*;)$/m.exec(text.slice(start).replace(/^  .*$/gm, (line) => line.replaceAll(';', ' ')));
  return text.slice(start, end === null ? undefined : start + end.index + end[0].length);
}

/** A field, or a literal of a union. */
function holds(body, member) {
  const name = member.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^  ${name}\\??:|'${name}'`, 'm').test(body);
}

function splitLast(text, mark) {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
}
