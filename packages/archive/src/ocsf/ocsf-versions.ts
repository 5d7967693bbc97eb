import type { OcsfRules } from './ocsf-mapping.js';

/** Versions of OCSF that {@link ocsf} supports. */
export type OcsfVersion = '1.3.0' | '1.8.0';

const METHODS = ['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'TRACE'];

/** The rules of each version. Tests compare events with the official schema. */
export const ocsfRules: Readonly<Record<OcsfVersion, OcsfRules>> = {
  '1.3.0': {
    hostClasses: ['entity_management', 'user_access', 'group_management', 'web_resources_activity'],
    classesWithoutRequest: ['file_hosting'],
    groupsNeedUser: true,
    methods: METHODS,
  },
  '1.8.0': {
    hostClasses: ['web_resources_activity'],
    classesWithoutRequest: [],
    groupsNeedUser: false,
    methods: [...METHODS, 'PATCH'],
  },
};
