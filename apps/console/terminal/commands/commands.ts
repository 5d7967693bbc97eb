/** The program's commands. */
import type { Command } from './command.js';
import { members } from './members.js';
import { search } from './search.js';
import { session } from './session.js';

/** The commands by name, the first word of the command line. */
export const COMMANDS: Readonly<Record<string, Command>> = { session, search, members };

/** Output of `--help` about the commands. */
export const COMMANDS_HELP: string = `
Commands (the emulator serves a demo organization):
  session [TEXT]     managed agents: run a session whose agent calls a custom tool
  search [WORDS]     compliance: search the chats of all users
  members [EMAIL]    administration: list members and pending invites, after inviting EMAIL
`;
