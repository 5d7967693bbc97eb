/** The schemas of services, those of each service loaded when it is first used. */
import type { RecordSchemas } from '../world/snapshot.js';
import type { Service, ServiceSchemas } from './service.js';

/** The schemas of the services of one emulator. */
export class LoadedSchemas {
  readonly #services: readonly Service[];
  readonly #loaded = new Map<Service, ServiceSchemas>();

  constructor(services: readonly Service[]) {
    this.#services = services;
    for (const service of services)
      if (typeof service.schemas !== 'function') this.#loaded.set(service, service.schemas);
  }

  /** Loads the schemas of a service. Returns undefined if they are loaded, so that its requests need not wait. */
  load(service: Service): Promise<void> | undefined {
    const { schemas } = service;
    if (this.#loaded.has(service) || typeof schemas !== 'function') return undefined;
    return schemas().then((loaded) => void this.#loaded.set(service, loaded));
  }

  /** Loads the schemas of all services. */
  async loadAll(): Promise<void> {
    await Promise.all(this.#services.map((service) => this.load(service)));
  }

  /** Returns the schemas of a service. @throws {Error} If they are not loaded. */
  of(service: Service): ServiceSchemas {
    const schemas = this.#loaded.get(service);
    if (schemas === undefined) throw new Error('The schemas of the service are not loaded');
    return schemas;
  }

  /** Returns the schemas of the operations of all services. @throws {Error} If they are not loaded. */
  operations(): ServiceSchemas['operations'] {
    const all = this.#services.map((service) => this.of(service).operations);
    return Object.assign({}, ...all) as ServiceSchemas['operations'];
  }

  /** Returns the schemas of the stored records of all services. @throws {Error} If they are not loaded. */
  records(): RecordSchemas {
    return Object.assign({}, ...this.#services.map((service) => this.of(service).records)) as RecordSchemas;
  }
}
