/** Beta names, which clients of this API accept in `betas`. */
export type { Beta } from '../kit/betas.js';
