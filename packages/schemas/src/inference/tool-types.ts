/** Types that are derived from those of tool definitions. */
import type { OpenEnum } from '../kit/open.js';
import type * as tools from './tools.js';

/** A tool definition with a `type`. */
export type TypedTool = Exclude<tools.Tool, tools.CustomTool>;

/** Type of a tool that runs on the service. */
export type ServerToolType = OpenEnum<
  Exclude<
    TypedTool,
    tools.BashTool | tools.StrReplaceEditorTool | tools.TextEditorTool | tools.MemoryTool | tools.ComputerTool
  >['type']
>;
