/**
 * Returns the partition that a unit of chats belongs to: `chats/000001` for `chats/000001` and `chats/000001-2`. Everything that an archive has of
 * a chat is in the units of one partition.
 */
export function partitionOf(unit: string): string {
  return unit.replace(/-\d+$/, '');
}
