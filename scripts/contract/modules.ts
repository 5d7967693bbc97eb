/** Reads what the modules of a service export, by name alone: the sources are formatted, but need not type-check. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A module of the contract. */
export interface ContractModule {
  /** File name without folder and suffix, for example `vaults` or `vaults.schema`. */
  readonly name: string;
  /** Exported types, by name. */
  readonly types: readonly string[];
  /** Exported constants, functions and classes, by name. Those marked `@internal` are omitted. */
  readonly values: readonly string[];
  /** Exported operations, in the order of their declarations. */
  readonly operations: readonly OperationConstant[];
}

/** The constant that declares an operation. */
export interface OperationConstant {
  /** Name of the constant, for example `createVault`. */
  readonly name: string;
  /** Id of the operation, for example `vaults.create`. */
  readonly id: string;
}

/** Modules that `pnpm contract` writes itself. */
const WRITTEN = new Set(['index', 'operations', 'schemas']);

/**
 * Reads the modules of a folder, sorted by name, without tests and examples.
 *
 * @param folder - Folder of a service.
 */
export function readModules(folder: string): readonly ContractModule[] {
  return readdirSync(folder)
    .filter((file) => /^[\w-]+(\.schema)?\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => !WRITTEN.has(name))
    .toSorted()
    .map((name) => readModule(path.join(folder, `${name}.ts`), name));
}

function readModule(file: string, name: string): ContractModule {
  const text = readFileSync(file, 'utf8');
  const declared = Array.from(text.matchAll(EXPORT), ([, comment = '', keyword = '', exported = '']) => ({
    isType: keyword === 'interface' || keyword === 'type',
    isInternal: comment.includes('@internal'),
    exported,
  }));
  const types = declared.filter(({ isType }) => isType);
  const values = declared.filter(({ isType, isInternal }) => !isType && !isInternal);
  return {
    name,
    types: [
      ...Array.from(text.matchAll(REEXPORTED_TYPES), ([, names = '']) => names.match(/\w+/g) ?? []).flat(),
      ...types.map(({ exported }) => exported),
    ],
    values: values.map(({ exported }) => exported),
    operations: Array.from(text.matchAll(OPERATION), ([, constant = '', id = '']) => ({
      name: constant,
      id,
    })),
  };
}

/** A declaration with the comment before it. */
const EXPORT = /(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?^export (const|function|class|interface|type) (\w+)/gm;
const REEXPORTED_TYPES = /^export type \{([^}]*)\} from/gm;
const OPERATION = /^export const (\w+): Operation\b(?:(?!^export)[^])*?^ +id: '([^']+)'/gm;
