/** The database of simulated processes, for the tests of other packages. */
export {
  openSimulatedStore,
  SimulatedDatabase,
} from '../../../packages/durable/src/testing/simulated-store.ts';
