/** Targets for files and texts of others: archives, plans, signatures, policies, configurations, webhooks, batches and tool commands. */
import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { directoryMemory, memoryTool, textEditorTool } from '@parlance/agent-tools';
import { openArchive, readPlannedDeletions, readRetentionPlan, verifyArchive } from '@parlance/archive';
import { ParlanceError } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';
import { verifyWebhook } from '@parlance/managed-agents/webhooks';
import { checkApprovers } from '../../../../packages/archive/src/retention/approvers.ts';
import { checkRules } from '../../../../packages/archive/src/retention/rules.ts';
import { parseSshPublicKey } from '../../../../packages/archive/src/signatures/ssh-public-key.ts';
import {
  parseSshSignature,
  verifySshSignature,
} from '../../../../packages/archive/src/signatures/ssh-signature.ts';
import { sealManifest } from '../../../../packages/archive/src/certificates/sealed-file.ts';
import { loadConfig } from '../../../../packages/cli/src/config/load-config.ts';
import { respondingWith } from './respond.ts';
import { readKnown } from './inputs.ts';
import { requireThat, type FuzzTarget } from './target.ts';

/** Runs code that may reject its input with an error of Parlance, but not fail in another way. */
async function settles(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    requireThat(ParlanceError.is(error), String((error as Error).stack));
  }
}

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'parlance-fuzz-'));

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Files of an archive, by the first byte of an input. The known inputs with these names make a sound archive. */
const ARCHIVE: Readonly<Record<string, string>> = {
  manifest: 'manifest.json',
  certificates: 'certificates/000/000001.ndjson',
  segment: 'segments/000/000001.ndjson',
};

/** One file of an archive. Half of the manifests have a sound digest, as those of an attacker would. */
export function archives(): FuzzTarget {
  const dir = newFolder();
  const sound = Object.entries(ARCHIVE).map(([name, file]) => {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    return [file, readKnown('archives', name).subarray(1)] as const;
  });
  return async (input) => {
    for (const [file, content] of sound) writeFileSync(path.join(dir, file), content);
    const [file] = sound[(input[0] ?? 0) % sound.length] ?? [ARCHIVE['manifest'] ?? ''];
    const content = input.subarray(1);
    const manifest =
      file === ARCHIVE['manifest'] && content.length % 2 === 0 ? jsonOf(content.toString()) : undefined;
    const isObject = typeof manifest === 'object' && manifest !== null;
    writeFileSync(path.join(dir, file), isObject ? JSON.stringify(sealManifest(manifest as never)) : content);
    await settles(async () => {
      const archive = await openArchive(dir);
      for await (const record of archive.records({ revisions: 'all' })) void record;
    });
    await settles(() => verifyArchive(dir));
  };
}

/** Retention plans. The digest in the summary is made to fit, as in the plan of an attacker. */
export function plans(): FuzzTarget {
  const file = path.join(newFolder(), 'plan.jsonl');
  return async (input) => {
    const lines = input.toString().split('\n').filter(Boolean);
    const summary = jsonOf(lines.at(-1) ?? '');
    const body = lines.slice(0, -1).map((line) => `${line}\n`);
    const digest = createHash('sha256').update(body.join('')).digest('hex');
    const sealed =
      typeof summary === 'object' ? JSON.stringify({ ...summary, digest }) : (lines.at(-1) ?? '');
    writeFileSync(file, `${body.join('')}${sealed}\n`);
    await settles(() => readRetentionPlan(file));
    await settles(async () => {
      for await (const deletion of readPlannedDeletions(file)) void deletion;
    });
  };
}

/** Policies: rules and approvers. */
export function policies(): FuzzTarget {
  return async (input) => {
    const { rules, approvers } = (jsonOf(input.toString()) ?? {}) as Record<string, never>;
    await settles(() => checkRules(rules as never));
    await settles(() => checkApprovers(approvers as never));
  };
}

/** Signatures and public keys of OpenSSH. */
export function signatures(): FuzzTarget {
  return async (input) => {
    const text = input.toString('latin1');
    await settles(() => {
      const signature = parseSshSignature(text);
      verifySshSignature(signature, { message: 'x', namespace: signature.namespace });
    });
    await settles(() => parseSshPublicKey(text));
  };
}

/** Configurations in JSON. */
export function configurations(): FuzzTarget {
  const cwd = newFolder();
  return async (input) => {
    writeFileSync(path.join(cwd, 'parlance.config.json'), input);
    await settles(() => loadConfig({ cwd, findsPrograms: false }));
  };
}

/** Bodies of deliveries with a sound signature, and headers. */
export function webhooks(): FuzzTarget {
  const key = Buffer.from('0123456789abcdef0123456789abcdef');
  const secret = `whsec_${key.toString('base64')}`;
  const now = (): number => 1_777_000_000_000;
  return async (input) => {
    const text = input.toString();
    const id = 'msg_1';
    const timestamp = String(now() / 1000);
    const hash = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64');
    const sound = { 'webhook-id': id, 'webhook-timestamp': timestamp };
    await settles(() =>
      verifyWebhook(text, { ...sound, 'webhook-signature': `v1,${hash}` }, secret, { now }),
    );
    await settles(() => verifyWebhook('{}', { ...sound, 'webhook-signature': text }, secret, { now }));
    await settles(() => verifyWebhook('{}', { ...sound, 'webhook-timestamp': text }, secret, { now }));
  };
}

/** A batch and its results: the first byte selects which of the two responses the rest is. */
export function batchResults(): FuzzTarget {
  const [batch, lines] = ['batch', 'results'].map((name) => readKnown('batchResults', name).subarray(1));
  let input: Buffer = Buffer.alloc(0);
  const client = new InferenceClient({
    baseUrl: 'https://fuzz.invalid',
    apiKey: 'api-default',
    http: respondingWith('application/json', ({ path: target }) => {
      const isResults = target.endsWith('/results');
      const isChanged = (input[0] ?? 0) % 2 === Number(isResults);
      return (isChanged ? input.subarray(1) : isResults ? lines : batch) ?? input;
    }),
    retry: { maxRetries: 0 },
  });
  return async (bytes) => {
    input = bytes;
    await settles(async () => {
      for await (const result of client.messages.batches.resultsOf('msgbatch_1')) void result;
    });
  };
}

/** Commands that a model sends to the memory and the text editor. Their results are limited, and they do not leave their folder. */
export function toolCommands(): FuzzTarget {
  const [folder, memories] = [newFolder(), newFolder()];
  writeFileSync(path.join(folder, 'a.txt'), 'one\ntwo\nthree\n');
  const tools = [
    textEditorTool({ folder, maxOutputBytes: 1024, maxFileBytes: 65_536 }),
    memoryTool({ backend: directoryMemory(memories), maxOutputBytes: 1024 }),
  ];
  const context = { toolUseId: 'toolu_1', signal: new AbortController().signal };
  return async (input) => {
    const command = jsonOf(input.toString());
    for (const tool of tools)
      await settles(async () => {
        const result = await tool.call(command, context);
        requireThat(Buffer.byteLength(JSON.stringify(result)) < 8192, 'the result is too long');
      });
  };
}
