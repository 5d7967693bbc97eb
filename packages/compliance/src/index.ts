/**
 * Public entry of `@parlance/compliance`: Client for compliance chats, activities, downloads and the directory.
 * What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export {};
