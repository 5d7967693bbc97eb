/** The built-in tools of a session (`agent_toolset_20260401`), for a worker that runs them in a folder. */
import { checkRecord, duration, isA, requireObject } from '@parlance/core-transport/internal';
import { ConfigError } from '@parlance/core-transport';
import { byteCount, sharedChecks } from './client-tool-checks.js';
import { Folder } from './folder.js';
import { toolsOf, type SessionPlace, type ToolName } from './session-tools.js';
import { Shell } from './shell.js';

/** Options for {@link sessionToolset}. */
export interface SessionToolsetOptions {
  /** Existing folder of the tools, or a function that returns that of a session. Paths of the file tools cannot leave it; commands can. */
  readonly folder: string | ((sessionId: string) => string | Promise<string>);
  /** Time that a command may take in milliseconds. The agent can ask for less with `timeout_ms`. Default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum size of a file in bytes, for reads and writes. Default 1 MiB. */
  readonly maxFileBytes?: number | undefined;
  /** Maximum size of a result in bytes; the rest is omitted, with a note. Default 64 KiB. */
  readonly maxOutputBytes?: number | undefined;
  /** Environment of the shells. Default: `PATH`, `HOME`, `LANG` and `TMPDIR` of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Fetches a page for the tool `web_fetch`, which is missing without it. It decides which addresses the agent may reach. */
  readonly webFetch?:
    ((url: string, options: { readonly signal: AbortSignal }) => Promise<string>) | undefined;
  /** How many sessions keep a shell at the same time. The shell that was used longest ago is ended first. Default 32. */
  readonly maxShells?: number | undefined;
}

/** A tool of a {@link SessionToolset}. */
export interface SessionToolsetTool {
  /** Name of the tool. */
  readonly definition: { readonly name: string };
  /** `idempotent` for tools that read, and for `write`: an interrupted call may run again. */
  readonly effects: 'once' | 'idempotent';
  /** Runs the tool. */
  call(input: unknown, context: SessionCallContext): Promise<string | readonly object[]>;
}

/** The part of the context of a session's call that the tools use. */
export interface SessionCallContext {
  /** Identifier of the session. */
  readonly sessionId: string;
  /** Identifier of the tool use event. */
  readonly toolUseId: string;
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal;
}

/** The tools. Close it to end the shells; they end with this process in any case. */
export interface SessionToolset extends AsyncDisposable {
  /** `bash`, `read`, `write`, `edit`, `glob` and `grep`, and `web_fetch` if it is set. */
  readonly tools: readonly SessionToolsetTool[];
  /** Kills all shells and what they started. */
  close(): Promise<void>;
}

/**
 * Runs the built-in tools of sessions (`agent_toolset_20260401`) on this machine, for the worker of a self-hosted environment. Each session has a shell of
 * its own, which keeps its state. Requires `bash` and a POSIX system.
 *
 * This is not a sandbox: commands have the permissions of this process, can leave the folder and use the network. Run untrusted work in a container or a
 * virtual machine.
 *
 * @param options - See {@link SessionToolsetOptions}.
 * @throws {ConfigError} When an option is invalid.
 */
export function sessionToolset(options: SessionToolsetOptions): SessionToolset {
  requireObject('options', options);
  checkRecord('', options, {
    folder: isA('string', 'function'),
    timeoutMs: duration,
    maxFileBytes: byteCount,
    maxOutputBytes: sharedChecks.maxOutputBytes,
    env: isA('object'),
    webFetch: isA('function'),
    maxShells: byteCount,
  });
  if (options.folder === undefined || options.folder === '')
    throw new ConfigError('folder', 'folder must be the path of a folder');
  const places = new SessionPlaces(options);
  const toolOf = (name: ToolName, effects: SessionToolsetTool['effects']): SessionToolsetTool => ({
    definition: { name },
    effects,
    call: async (input, { sessionId, toolUseId, signal }) =>
      toolsOf(options, await places.of(sessionId))[name].call(input, { toolUseId, signal }),
  });
  const close = (): Promise<void> => places.close();
  const tools = [
    toolOf('bash', 'once'),
    toolOf('edit', 'once'),
    toolOf('read', 'idempotent'),
    toolOf('write', 'idempotent'),
    toolOf('glob', 'idempotent'),
    toolOf('grep', 'idempotent'),
    ...(options.webFetch === undefined ? [] : [toolOf('web_fetch', 'idempotent')]),
  ];
  return { tools, close, [Symbol.asyncDispose]: close };
}

/** The folders and shells of the sessions that were used last. */
class SessionPlaces {
  readonly #options: SessionToolsetOptions;
  readonly #places = new Map<string, SessionPlace>();

  constructor(options: SessionToolsetOptions) {
    this.#options = options;
  }

  async of(sessionId: string): Promise<SessionPlace> {
    const { folder: folderOf, maxFileBytes = 1024 * 1024, maxShells = 32 } = this.#options;
    const path = typeof folderOf === 'string' ? folderOf : await folderOf(sessionId);
    const place = this.#places.get(sessionId) ?? {
      folder: new Folder(path, maxFileBytes),
      shell: new Shell({ ...this.#options, folder: path }),
    };
    this.#places.delete(sessionId);
    this.#places.set(sessionId, place);
    for (const [id, { shell }] of this.#places) {
      if (this.#places.size <= maxShells) break;
      if (shell.isBusy) continue;
      this.#places.delete(id);
      await shell.close();
    }
    return place;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#places.values()].map(({ shell }) => shell.close()));
    this.#places.clear();
  }
}
