/**
 * Public entry of `@parlance/admin`: Client for the organization, its invites, users, workspaces and members.
 * What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export {};
