/** Topics of the demo's chats. */

/** A file of a chat. */
export interface TopicFile {
  readonly filename: string;
  readonly mime_type: string;
  /** Content as text or base64, see `encoding`. */
  readonly data: string;
  readonly encoding?: 'base64' | undefined;
}

/** A document written by the assistant in a chat. */
export interface TopicArtifact {
  readonly title: string;
  readonly artifact_type: string;
  readonly content: string;
}

/** A conversation of the demo. */
export interface Topic {
  readonly name: string;
  /** Texts of the turns, starting with the user. */
  readonly turns: readonly string[];
  /** File uploaded with the first turn. */
  readonly file?: TopicFile | undefined;
  /** Artifact written in the second turn. */
  readonly artifact?: TopicArtifact | undefined;
  /** File generated in the second turn. */
  readonly generated?: TopicFile | undefined;
}

/** The smallest PNG: one transparent pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Conversations of the demo. */
export const topics: readonly Topic[] = [
  {
    name: 'Supplier contract summary',
    turns: [
      'Please summarize the attached contract and list the notice periods.',
      'The contract runs for 24 months. Either side may end it with 90 days notice; prices can change once a year with 60 days notice.',
      'What happens if a delivery is late?',
      'After 10 working days a penalty of 0.5 % of the order value per week applies, up to 5 %.',
    ],
    file: {
      filename: 'supplier-contract.txt',
      mime_type: 'text/plain',
      data: 'SUPPLY AGREEMENT\n\n1. Term: 24 months.\n2. Notice: 90 days.\n3. Price changes: yearly, 60 days notice.\n4. Late delivery: 0.5 % per week after 10 working days, at most 5 %.\n',
    },
  },
  {
    name: 'Quarterly sales figures',
    turns: [
      'Here are the sales of the quarter by region. Which one grew most?',
      'North grew most, by 18 %, followed by West with 11 %. South fell by 3 %. I put the growth rates into a file.',
      'Thanks. Can you phrase that in two sentences for the board?',
      'Sales rose by 9 % overall, driven by North (+18 %) and West (+11 %). South declined slightly (-3 %) after losing one large account.',
    ],
    file: {
      filename: 'sales by région.csv',
      mime_type: 'text/csv',
      data: 'region,previous,current\nNorth,1200,1416\nWest,900,999\nEast,700,742\nSouth,800,776\n',
    },
    generated: {
      filename: 'growth.csv',
      mime_type: 'text/csv',
      data: 'region,growth\nNorth,0.18\nWest,0.11\nEast,0.06\nSouth,-0.03\n',
    },
  },
  {
    name: 'Onboarding checklist',
    turns: [
      'Draft a checklist for the first week of a new engineer.',
      'I wrote a checklist with accounts, reading, a first small change and people to meet.',
      'Add a section about security training.',
      'Done: password manager, phishing course and the incident process are in section 2 now.',
    ],
    artifact: {
      title: 'First week of a new engineer',
      artifact_type: 'text/markdown',
      content:
        '# First week\n\n1. Accounts and laptop\n2. Security training: password manager, phishing course, incident process\n3. Read the architecture overview\n4. Ship a first small change\n5. Meet the people you will work with\n',
    },
  },
  {
    name: 'Flaky test in the payment service',
    turns: [
      'A test of the payment service fails about once in twenty runs. It waits for a webhook. Where would you look?',
      'Look for a fixed wait first. If the test sleeps instead of waiting for the event, a slow machine makes it fail. Wait for the event with a deadline.',
      'It does sleep for 500 ms.',
      'Then replace the sleep by a promise that the webhook handler resolves, and fail after ten seconds.',
    ],
  },
  {
    name: 'Translation of a customer letter',
    turns: [
      'Translate into English, politely: « Nous avons bien reçu votre commande et vous remercions de votre patience. »',
      '“We have received your order and thank you for your patience.”',
    ],
  },
  {
    name: 'Trip to the Lisbon office',
    turns: [
      'I am visiting the Lisbon office from Tuesday to Thursday. What should I prepare?',
      'Ask the office for a visitor badge, book a desk, and plan 40 minutes from the airport. On Wednesday most of the design team is there.',
      'Is there anything to see in the evening?',
      'The viewpoints of Graça and Senhora do Monte are good at sunset, and easy to reach by tram 28.',
    ],
  },
  {
    name: 'SQL for inactive accounts',
    turns: [
      'Write a query for accounts without a login for 90 days.',
      "SELECT id, email FROM accounts WHERE last_login_at < now() - interval '90 days' OR last_login_at IS NULL;",
      'Leave out the service accounts.',
      "Add AND kind <> 'service', and put the two conditions on last_login_at into parentheses first.",
    ],
    generated: {
      filename: 'inactive-accounts.sql',
      mime_type: 'application/sql',
      data: "SELECT id, email\nFROM accounts\nWHERE (last_login_at < now() - interval '90 days' OR last_login_at IS NULL)\n  AND kind <> 'service';\n",
    },
  },
  {
    name: 'Performance review wording',
    turns: [
      'How can I say kindly that somebody should ask for help earlier?',
      'Name a situation, its effect, and the wish: “In the migration you worked alone on the blocking issue for three days. Two hours with the team would have saved two of them. I would like you to ask after half a day.”',
    ],
  },
  {
    name: 'Explaining p-values to sales',
    turns: [
      'Explain a p-value to somebody without statistics.',
      'It says how surprising the data would be if nothing had changed. A small value means: hard to explain by chance alone.',
      'So 0.04 means we are 96 % sure?',
      'No, that is the common mix-up. It does not say how likely your idea is, only how unusual the data is without it.',
    ],
  },
  {
    name: 'Logo feedback',
    turns: [
      'What do you think of this draft of the logo?',
      'I see only a single transparent pixel, so the export may have failed. Could you export it again at 512 by 512?',
    ],
    file: { filename: 'logo-draft.png', mime_type: 'image/png', data: PIXEL, encoding: 'base64' },
  },
  {
    name: 'Retention policy draft',
    turns: [
      'Draft a one-page retention policy for chat data: two years, then deletion, legal hold excepted.',
      'Here is a draft with scope, periods, legal hold, deletion and responsibilities.',
      'Who should own it?',
      'The data protection officer owns it; the platform team carries it out and reports each quarter.',
    ],
    artifact: {
      title: 'Retention policy for chat data',
      artifact_type: 'text/markdown',
      content:
        '# Retention of chat data\n\n- Scope: all chats and their files\n- Period: two years from the last change\n- Legal hold: suspends deletion\n- Deletion: monthly, with a report\n- Owner: data protection officer\n',
    },
  },
  {
    name: 'Release notes',
    turns: [
      'Turn these commits into release notes for customers: faster export, fixed time zone in reports, new filter by owner.',
      'Exports are up to three times faster. Reports now use your own time zone. Lists can be filtered by owner.',
    ],
  },
  {
    name: 'Budget for the workshop',
    turns: [
      'Estimate a budget for a two-day workshop with 25 people.',
      'Room and equipment 3,000, catering 2,500, material 500, travel for two speakers 1,200: about 7,200 in total, plus 10 % reserve.',
    ],
    generated: {
      filename: 'workshop-budget.csv',
      mime_type: 'text/csv',
      data: 'item,amount\nroom and equipment,3000\ncatering,2500\nmaterial,500\ntravel,1200\nreserve,720\n',
    },
  },
  {
    name: 'Regular expression for order numbers',
    turns: [
      'I need a regular expression for order numbers like PO-2026-000123.',
      '^PO-\\d{4}-\\d{6}$ matches exactly that form.',
      'Sometimes the year has only two digits.',
      'Then use ^PO-(?:\\d{2}|\\d{4})-\\d{6}$.',
    ],
  },
  {
    name: 'Incident timeline',
    turns: [
      'Help me to write the timeline of this morning: alert at 7:42, rollback at 8:05, all clear at 8:20.',
      '07:42 alert on error rate. 08:05 rollback of the last release. 08:20 error rate normal, incident closed. Impact: 38 minutes of failed checkouts.',
      'Add what we do next.',
      'Next: a canary step before each release, and an alert on the checkout rate itself.',
    ],
    artifact: {
      title: 'Incident timeline',
      artifact_type: 'text/markdown',
      content:
        '# Timeline\n\n| Time | What |\n|---|---|\n| 07:42 | alert |\n| 08:05 | rollback |\n| 08:20 | all clear |\n',
    },
  },
  {
    name: 'Names for the new meeting rooms',
    turns: [
      'We need names for six meeting rooms. Rivers, please.',
      'Tagus, Vistula, Niger, Yamuna, Shinano and Oder: one for each of our teams.',
    ],
  },
];
