/** The built-in tools of agents: their names, and the inputs of those that a self-hosted environment runs. */
import type { BuiltInToolName } from './agent-tools.js';

/** Names of the built-in tools. */
export const builtInToolNames: readonly BuiltInToolName[] = [
  'bash',
  'edit',
  'read',
  'write',
  'glob',
  'grep',
  'web_fetch',
  'web_search',
];

/** Input of the built-in tool `bash`. */
export interface BashInput {
  /** Command line. */
  command?: string | undefined;
  /** Starts a new shell. */
  restart?: boolean | undefined;
  /** Maximum run time in milliseconds. */
  timeout_ms?: number | undefined;
}

/** Input of the built-in tool `edit`. */
export interface EditInput {
  /** Path of the file. */
  file_path: string;
  /** Replacement. */
  new_string: string;
  /** Text to replace; it must occur exactly once unless `replace_all` is set. */
  old_string: string;
  /** Replaces every occurrence. Default false. */
  replace_all?: boolean | undefined;
}

/** Input of the built-in tool `glob`. */
export interface GlobInput {
  /** Pattern with `*`, `**`, `?` and `{a,b}`. */
  pattern: string;
  /** Directory to search. Defaults to the working directory. */
  path?: string | undefined;
}

/** Input of the built-in tool `grep`. */
export interface GrepInput {
  /** Regular expression. */
  pattern: string;
  /** File or directory to search. Defaults to the working directory. */
  path?: string | undefined;
}

/**
 * Input of the built-in tool `read`.
 *
 * @source managed-agents > Agent
 */
export interface ReadInput {
  /** Path of the file, relative to the working directory, or absolute where that is allowed. */
  file_path: string;
  /**
   * First and last line, 1-based and inclusive. A last line of 0 or less means the end of the file. Default: the whole
   * file.
   */
  view_range?: number[] | undefined;
}

/**
 * Input of the built-in tool `write`.
 *
 * @source managed-agents > Agent
 */
export interface WriteInput {
  /** Content of the file. An existing file is overwritten. */
  content: string;
  /** Path of the file. */
  file_path: string;
}
