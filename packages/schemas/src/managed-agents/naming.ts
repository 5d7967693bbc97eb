/** Derived from the contract by `naming.test.ts`; `vitest run --update` rewrites it. */
import type { NamingTable } from '../kit/naming-table.js';

/** Where this service's operations contain the documents' placeholder words. */
export const managedAgentsNaming: NamingTable = {
  words: ['custom', 'haiku', 'opus', 'repository', 'sonnet'],
  operations: {
    'agents.create': {
      body: ['model', 'model.id', 'skills.*.type'],
      response: ['model.id', 'skills.*.type'],
    },
    'agents.list': { response: ['data.*.model.id', 'data.*.skills.*.type'] },
    'agents.retrieve': { response: ['model.id', 'skills.*.type'] },
    'agents.update': {
      body: ['model', 'model.id', 'skills.*.type'],
      response: ['model.id', 'skills.*.type'],
    },
    'agents.archive': { response: ['model.id', 'skills.*.type'] },
    'agents.listVersions': { response: ['data.*.model.id', 'data.*.skills.*.type'] },
    'sessions.events.list': {
      response: [
        'data.*.agent.model.id',
        'data.*.agent.skills.*.type',
        'data.*.agent.multiagent.agents.*.model.id',
        'data.*.agent.multiagent.agents.*.skills.*.type',
      ],
    },
    'sessions.events.stream': {
      event: {
        'session.updated': [
          'agent.model.id',
          'agent.skills.*.type',
          'agent.multiagent.agents.*.model.id',
          'agent.multiagent.agents.*.skills.*.type',
        ],
      },
    },
    'sessions.resources.list': { response: ['data.*.type'] },
    'sessions.resources.retrieve': { response: ['type'] },
    'sessions.resources.update': { response: ['type'] },
    'sessions.threads.list': {
      response: ['data.*.agent.model', 'data.*.agent.model.id', 'data.*.agent.skills.*.type'],
    },
    'sessions.threads.retrieve': { response: ['agent.model', 'agent.model.id', 'agent.skills.*.type'] },
    'sessions.threads.archive': { response: ['agent.model', 'agent.model.id', 'agent.skills.*.type'] },
    'sessions.threads.listEvents': {
      response: [
        'data.*.agent.model.id',
        'data.*.agent.skills.*.type',
        'data.*.agent.multiagent.agents.*.model.id',
        'data.*.agent.multiagent.agents.*.skills.*.type',
      ],
    },
    'sessions.threads.stream': {
      event: {
        'session.updated': [
          'agent.model.id',
          'agent.skills.*.type',
          'agent.multiagent.agents.*.model.id',
          'agent.multiagent.agents.*.skills.*.type',
        ],
      },
    },
    'sessions.create': {
      body: ['agent.model', 'agent.model.id', 'agent.skills.*.type', 'resources.*.type'],
      response: [
        'agent.model.id',
        'agent.skills.*.type',
        'agent.multiagent.agents.*.model.id',
        'agent.multiagent.agents.*.skills.*.type',
        'resources.*.type',
      ],
    },
    'sessions.list': {
      response: [
        'data.*.agent.model.id',
        'data.*.agent.skills.*.type',
        'data.*.agent.multiagent.agents.*.model.id',
        'data.*.agent.multiagent.agents.*.skills.*.type',
        'data.*.resources.*.type',
      ],
    },
    'sessions.retrieve': {
      response: [
        'agent.model.id',
        'agent.skills.*.type',
        'agent.multiagent.agents.*.model.id',
        'agent.multiagent.agents.*.skills.*.type',
        'resources.*.type',
      ],
    },
    'sessions.update': {
      response: [
        'agent.model.id',
        'agent.skills.*.type',
        'agent.multiagent.agents.*.model.id',
        'agent.multiagent.agents.*.skills.*.type',
        'resources.*.type',
      ],
    },
    'sessions.archive': {
      response: [
        'agent.model.id',
        'agent.skills.*.type',
        'agent.multiagent.agents.*.model.id',
        'agent.multiagent.agents.*.skills.*.type',
        'resources.*.type',
      ],
    },
  },
};
