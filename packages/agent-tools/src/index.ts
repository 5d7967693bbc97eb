/**
 * Public entry of `@parlance/agent-tools`: implementations of the service's client tools, to run with `runTools` and
 * `streamTools` (memory, bash and text editor), and of the built-in tools of sessions, for a worker. Requires Node.js.
 *
 * @module index
 */
export { bashTool, type BashToolOptions, type RunnableBashTool } from './bash-tool.js';
export { directoryMemory, type DirectoryMemoryOptions } from './directory-memory.js';
export type { MemoryBackend, MemoryContext, MemoryFile } from './memory-backend.js';
export { memoryStoreMemory, type MemoryStoreApi } from './memory-store-memory.js';
export { memoryTool, type MemoryToolOptions } from './memory-tool.js';
export { sessionToolset } from './session-toolset.js';
export type {
  SessionCallContext,
  SessionToolset,
  SessionToolsetOptions,
  SessionToolsetTool,
} from './session-toolset.js';
export { textEditorTool, type TextEditorToolOptions } from './text-editor-tool.js';
