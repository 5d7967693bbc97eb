/** Types that are derived from those of tool definitions. */
import type { OpenEnum } from '../kit/open.js';
import type {
  BashTool,
  ComputerTool,
  CustomTool,
  MemoryTool,
  StrReplaceEditorTool,
  TextEditorTool,
  Tool,
} from './tools.js';

/** A tool definition with a `type`. */
export type TypedTool = Exclude<Tool, CustomTool>;

/** Type of a tool that runs on the service. */
export type ServerToolType = OpenEnum<
  Exclude<TypedTool, BashTool | StrReplaceEditorTool | TextEditorTool | MemoryTool | ComputerTool>['type']
>;
