/** The same for every output: the oldest Node that the packages support. */
export const TARGET = 'node22.19';
