/** Derived from the contract by `naming.test.ts`; `vitest run --update` writes it anew. */
import type { NamingTable } from '../kit/naming.js';

/** Where the documents' words stand for a deployment's real names in this service's operations. */
export const managedAgentsNaming: NamingTable = {
  words: [
    '20250929',
    '20251001',
    '20251101',
    '4',
    '5',
    '6',
    '7',
    'custom',
    'haiku',
    'opus',
    'repository',
    'sonnet',
  ],
  operations: {
    'agents.create': {
      body: {
        fields: {
          model: { self: true, fields: { id: { self: true } } },
          skills: { items: { fields: { type: { self: true } } } },
        },
      },
      response: {
        fields: {
          model: { fields: { id: { self: true } } },
          skills: { items: { fields: { type: { self: true } } } },
        },
      },
    },
    'agents.list': {
      response: {
        fields: {
          data: {
            items: {
              fields: {
                model: { fields: { id: { self: true } } },
                skills: { items: { fields: { type: { self: true } } } },
              },
            },
          },
        },
      },
    },
    'agents.retrieve': {
      response: {
        fields: {
          model: { fields: { id: { self: true } } },
          skills: { items: { fields: { type: { self: true } } } },
        },
      },
    },
    'agents.update': {
      body: {
        fields: {
          model: { self: true, fields: { id: { self: true } } },
          skills: { items: { fields: { type: { self: true } } } },
        },
      },
      response: {
        fields: {
          model: { fields: { id: { self: true } } },
          skills: { items: { fields: { type: { self: true } } } },
        },
      },
    },
    'agents.archive': {
      response: {
        fields: {
          model: { fields: { id: { self: true } } },
          skills: { items: { fields: { type: { self: true } } } },
        },
      },
    },
    'agents.listVersions': {
      response: {
        fields: {
          data: {
            items: {
              fields: {
                model: { fields: { id: { self: true } } },
                skills: { items: { fields: { type: { self: true } } } },
              },
            },
          },
        },
      },
    },
    'sessions.events.list': {
      response: {
        fields: {
          data: {
            items: {
              fields: {
                agent: {
                  fields: {
                    model: { fields: { id: { self: true } } },
                    skills: { items: { fields: { type: { self: true } } } },
                    multiagent: {
                      fields: {
                        agents: {
                          items: {
                            fields: {
                              model: { fields: { id: { self: true } } },
                              skills: { items: { fields: { type: { self: true } } } },
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    'sessions.events.stream': {
      event: {
        fields: {
          agent: {
            fields: {
              model: { fields: { id: { self: true } } },
              skills: { items: { fields: { type: { self: true } } } },
              multiagent: {
                fields: {
                  agents: {
                    items: {
                      fields: {
                        model: { fields: { id: { self: true } } },
                        skills: { items: { fields: { type: { self: true } } } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    'sessions.resources.list': {
      response: { fields: { data: { items: { fields: { type: { self: true } } } } } },
    },
    'sessions.resources.retrieve': { response: { fields: { type: { self: true } } } },
    'sessions.resources.update': { response: { fields: { type: { self: true } } } },
    'sessions.threads.list': {
      response: {
        fields: {
          data: {
            items: {
              fields: {
                agent: {
                  fields: {
                    model: { fields: { id: { self: true } } },
                    skills: { items: { fields: { type: { self: true } } } },
                  },
                },
              },
            },
          },
        },
      },
    },
    'sessions.threads.retrieve': {
      response: {
        fields: {
          agent: {
            fields: {
              model: { fields: { id: { self: true } } },
              skills: { items: { fields: { type: { self: true } } } },
            },
          },
        },
      },
    },
    'sessions.threads.archive': {
      response: {
        fields: {
          agent: {
            fields: {
              model: { fields: { id: { self: true } } },
              skills: { items: { fields: { type: { self: true } } } },
            },
          },
        },
      },
    },
    'sessions.threads.listEvents': {
      response: {
        fields: {
          data: {
            items: {
              fields: {
                agent: {
                  fields: {
                    model: { fields: { id: { self: true } } },
                    skills: { items: { fields: { type: { self: true } } } },
                    multiagent: {
                      fields: {
                        agents: {
                          items: {
                            fields: {
                              model: { fields: { id: { self: true } } },
                              skills: { items: { fields: { type: { self: true } } } },
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    'sessions.threads.stream': {
      event: {
        fields: {
          agent: {
            fields: {
              model: { fields: { id: { self: true } } },
              skills: { items: { fields: { type: { self: true } } } },
              multiagent: {
                fields: {
                  agents: {
                    items: {
                      fields: {
                        model: { fields: { id: { self: true } } },
                        skills: { items: { fields: { type: { self: true } } } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    'sessions.create': {
      body: { fields: { resources: { items: { fields: { type: { self: true } } } } } },
      response: {
        fields: {
          agent: {
            fields: {
              model: { fields: { id: { self: true } } },
              skills: { items: { fields: { type: { self: true } } } },
              multiagent: {
                fields: {
                  agents: {
                    items: {
                      fields: {
                        model: { fields: { id: { self: true } } },
                        skills: { items: { fields: { type: { self: true } } } },
                      },
                    },
                  },
                },
              },
            },
          },
          resources: { items: { fields: { type: { self: true } } } },
        },
      },
    },
    'sessions.list': {
      response: {
        fields: {
          data: {
            items: {
              fields: {
                agent: {
                  fields: {
                    model: { fields: { id: { self: true } } },
                    skills: { items: { fields: { type: { self: true } } } },
                    multiagent: {
                      fields: {
                        agents: {
                          items: {
                            fields: {
                              model: { fields: { id: { self: true } } },
                              skills: { items: { fields: { type: { self: true } } } },
                            },
                          },
                        },
                      },
                    },
                  },
                },
                resources: { items: { fields: { type: { self: true } } } },
              },
            },
          },
        },
      },
    },
    'sessions.retrieve': {
      response: {
        fields: {
          agent: {
            fields: {
              model: { fields: { id: { self: true } } },
              skills: { items: { fields: { type: { self: true } } } },
              multiagent: {
                fields: {
                  agents: {
                    items: {
                      fields: {
                        model: { fields: { id: { self: true } } },
                        skills: { items: { fields: { type: { self: true } } } },
                      },
                    },
                  },
                },
              },
            },
          },
          resources: { items: { fields: { type: { self: true } } } },
        },
      },
    },
    'sessions.update': {
      response: {
        fields: {
          agent: {
            fields: {
              model: { fields: { id: { self: true } } },
              skills: { items: { fields: { type: { self: true } } } },
              multiagent: {
                fields: {
                  agents: {
                    items: {
                      fields: {
                        model: { fields: { id: { self: true } } },
                        skills: { items: { fields: { type: { self: true } } } },
                      },
                    },
                  },
                },
              },
            },
          },
          resources: { items: { fields: { type: { self: true } } } },
        },
      },
    },
    'sessions.archive': {
      response: {
        fields: {
          agent: {
            fields: {
              model: { fields: { id: { self: true } } },
              skills: { items: { fields: { type: { self: true } } } },
              multiagent: {
                fields: {
                  agents: {
                    items: {
                      fields: {
                        model: { fields: { id: { self: true } } },
                        skills: { items: { fields: { type: { self: true } } } },
                      },
                    },
                  },
                },
              },
            },
          },
          resources: { items: { fields: { type: { self: true } } } },
        },
      },
    },
  },
};
