/** Programs that receive a recorded reply, whole or as a stream, and send it back. */
import {
  convertToModelMessages,
  generateText,
  readUIMessageStream,
  streamText,
  type ModelMessage,
  type ToolSet,
  type UIMessage,
} from 'ai';
import { isDeepStrictEqual } from 'node:util';
import { inOrder, says, startModelServer, type Block } from '../loops/model-server.ts';
import type { Program } from './provider-programs.ts';
import type { ProviderSubject } from './provider-subject.ts';
import { recordedReplies, type RecordedReply } from './recorded-replies.ts';

const asked: ModelMessage = { role: 'user', content: 'Does it rain?' };

/** What a program sees of a part. */
interface Seen {
  readonly type: string;
  readonly toolName?: string;
  readonly providerExecuted?: boolean | undefined;
  readonly url?: string;
  readonly title?: string | undefined;
}

async function play<T>(
  subject: ProviderSubject,
  reply: RecordedReply,
  run: (
    params: { model: ReturnType<ReturnType<ProviderSubject['connect']>['model']>; tools: ToolSet },
    sent: () => unknown,
  ) => Promise<T>,
): Promise<T> {
  const content = reply.content as readonly Block[];
  await using server = await startModelServer(inOrder({ content, stop_reason: 'end_turn' }, says('Yes.')));
  const connected = subject.connect(server.url, 'key-0123456789');
  const entries = Object.entries(reply.tools).map(([key, type]) => {
    const options = type.startsWith('advisor') ? { model: 'opus' } : {};
    return [key, connected.tool(type, options)] as const;
  });
  return await run(
    { model: connected.model('opus-4-7'), tools: Object.fromEntries(entries) },
    () => server.requests.at(-1)?.messages[1]?.content,
  );
}

/** Names parts as the table shows them: `S` is a part of the service. */
function shown(parts: readonly Seen[]): string {
  return parts
    .map(({ type, toolName, providerExecuted, url, title }) => {
      if (type === 'source') return `source ${url ?? title}`;
      return toolName === undefined
        ? type.replace(/^(custom).*/, '$1')
        : `${type} ${toolName}${providerExecuted ? ' S' : ''}`;
    })
    .join(', ');
}

const STREAMED = new Set([
  'text-end',
  'reasoning-end',
  'tool-call',
  'tool-result',
  'tool-error',
  'source',
  'custom',
]);

function back(sent: unknown, content: readonly object[]): string {
  if (isDeepStrictEqual(sent, content)) return 'unchanged';
  const types = Array.isArray(sent) ? sent.map(({ type }: { type: string }) => type).join(', ') : 'nothing';
  return types === content.map((block) => (block as { type: string }).type).join(', ')
    ? 'other fields'
    : `as ${types}`;
}

function programsOf(reply: RecordedReply): Program[] {
  const { title, content } = reply;
  return [
    {
      title: `${title}, whole`,
      run: (subject) =>
        play(subject, reply, async (params) =>
          shown((await generateText({ ...params, messages: [asked] })).content as Seen[]),
        ),
    },
    {
      title: `${title}, streamed`,
      run: (subject) =>
        play(subject, reply, async (params) => {
          const seen: Seen[] = [];
          for await (const part of streamText({ ...params, messages: [asked], onError: () => undefined })
            .fullStream)
            if (STREAMED.has(part.type) && !('kind' in part && part.kind.endsWith('message_start')))
              seen.push({ ...(part as Seen), type: part.type.replace('-end', '') });
          return shown(seen);
        }),
    },
    {
      title: `${title}, sent back`,
      expected: 'unchanged',
      run: (subject) =>
        play(subject, reply, async (params, sent) => {
          const { response } = await generateText({ ...params, messages: [asked] });
          await generateText({ ...params, messages: [asked, ...response.messages, asked] });
          return back(sent(), content);
        }),
    },
    {
      title: `${title}, sent back by a page`,
      expected: 'unchanged',
      run: (subject) =>
        play(subject, reply, async (params, sent) => {
          const result = streamText({ ...params, messages: [asked], onError: () => undefined });
          let last: UIMessage | undefined;
          for await (const message of readUIMessageStream({ stream: result.toUIMessageStream() }))
            last = message;
          const messages = await convertToModelMessages(JSON.parse(JSON.stringify([last])) as UIMessage[]);
          await generateText({ ...params, messages: [asked, ...messages, asked] });
          return back(sent(), content);
        }),
    },
  ];
}

/** The programs. */
export const replyPrograms: readonly Program[] = recordedReplies.flatMap(programsOf);
