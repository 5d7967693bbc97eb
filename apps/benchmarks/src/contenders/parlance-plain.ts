/** Parlance without options, as the baseline of Parlance with an option. */
export { connect } from './parlance.ts';
