/** The documents that rules and declarations come from. */

/** Name of a document, as a `@source` begins. */
export type DocumentName = 'inference' | 'managed-agents' | 'compliance' | 'not-shown';

interface SourceDocument {
  /** File in the specification. */
  readonly file: string;
  /** Headings that can be cited; of `not-shown`, which fills the gaps of the others, the numbers of its sections. */
  readonly headings: readonly string[];
}

const SECTIONS = `
  1 1.0 1.1 1.1.1 1.1.2 1.1.3 1.1.4 1.1.5 1.1.6 1.1.7 1.1.8 1.1.9 1.2 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5
  1.2.6 1.2.7 1.2.8 1.2.9 1.2.10 1.2.11 1.3 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.3.6 1.3.7 1.3.8 1.3.9
  1.3.10 1.3.11 1.4 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.6 1.5 1.5.1 1.5.2 1.5.3 1.5.4 1.5.5 1.5.6 1.6 3
  4 4.1 4.2 4.3 4.4 4.5 4.6 4.7 5 A.1 A.2 A.3 A.4 A.5 A.6 A.7 A.8 A.9 A.10 A.11 A.12 A.13 A.14 A.15
  A.16 A.17 A.18 A.19 A.20 A.21 A.22 A.23 C.1 C.2 C.3 C.4 C.5 C.6 C.7 C.8 C.9 D.1 D.2
`;

/** The documents by name. The tests compare them with the specification where it is at hand. */
export const documents: Readonly<Record<DocumentName, SourceDocument>> = {
  inference: {
    file: '000_b8a6ad6e20bf9acc.txt',
    headings: [
      'What the service does',
      'Resources and their fields',
      'Message (response of message generation)',
      'Stop reasons',
      'Response content blocks',
      'Usage',
      'Model identifiers (message generation and legacy completion)',
      'ModelInfo',
      'Completion (legacy)',
      'States and transitions',
      'Endpoints',
      'Create message: `POST /v1/messages`',
      'Count tokens: `POST /v1/messages/count_tokens`',
      'Get model: `GET /v1/models/{model_id}`',
      'Create completion (legacy): `POST /v1/complete`',
      'Authentication',
      'Events',
      'Errors',
      'Limits',
      'Versioning',
    ],
  },
  'managed-agents': {
    file: '001_46b4575340204bdd.txt',
    headings: [
      'What the service does',
      'Resources and their fields',
      'Conventions',
      'Model identifiers for agents',
      'Agent',
      'Session',
      'Outcome evaluation',
      'Session resource (union by `type`)',
      'Vault',
      'Memory store',
      'User profile',
      'States and transitions',
      'Endpoints',
      'Agents',
      'Sessions',
      'Session resources',
      'Vaults',
      'Memory stores',
      'User profiles',
      'Authentication',
      'Events',
      'Errors',
      'Limits',
      'Versioning',
    ],
  },
  compliance: {
    file: '002_4e8d274a8369cc43.txt',
    headings: [
      'What the service does',
      'Resources and their fields',
      'Chat (list item)',
      'Chat with messages (response of the messages operation)',
      'Chat deletion result',
      'Activity (audit record)',
      'Organization',
      'Invite',
      'User',
      'Workspace',
      'Workspace member',
      'States and transitions',
      'Endpoints',
      'Compliance: chats',
      'Compliance: activities',
      'Administration: organization',
      'Administration: invites',
      'Administration: users',
      'Administration: workspaces',
      'Administration: workspace members',
      'Authentication',
      'Events',
      'Errors',
      'Limits',
      'Versioning',
    ],
  },
  'not-shown': { file: 'not-shown.md', headings: SECTIONS.trim().split(/\s+/) },
};
