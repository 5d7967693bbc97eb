/** The commands of the program, by name. */
import type { Command } from './command.js';
import { members } from './members.js';
import { search } from './search.js';
import { session } from './session.js';

/** The commands, by the first word of the command line. */
export const COMMANDS: Readonly<Record<string, Command>> = { session, search, members };

/** The part of `--help` that tells of them. */
export const COMMANDS_HELP: string = `
Or shows a slice of the service at work (with the emulator: over its demo organization):

  session [TEXT]     a session of an agent that calls a tool
  search [WORDS]     compliance: the chats with these words, of all users
  members [EMAIL]    administration: members and invites; invites EMAIL first
`;
