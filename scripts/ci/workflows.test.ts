import type * as Parser from '@actions/workflow-parser';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { readServeArguments } from '../../packages/testing-fakes/src/command/serve-arguments.ts';
import { AFTER_BUILD, BEFORE_BUILD, BUILD, PACK } from '../check/checks.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const { scripts, devDependencies } = JSON.parse(read('package.json'));
const files = readdirSync(new URL('.github/workflows/', root));

const CHECKS = new Set([...BEFORE_BUILD, BUILD, PACK, ...AFTER_BUILD].map(({ name }) => name));

/** Bundled, because the parser imports JSON in a way that only bundlers support. */
const bundle = await build({
  stdin: { contents: "export * from '@actions/workflow-parser';", resolveDir: import.meta.dirname },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
});
const source = Buffer.from(bundle.outputFiles[0]?.contents ?? []).toString('base64');
const parser = (await import(`data:text/javascript;base64,${source}`)) as typeof Parser;

/** Parses a workflow with GitHub's own parser. */
async function workflow(content: string) {
  const { context, value } = parser.parseWorkflow(
    { name: 'workflow.yml', content },
    new parser.NoOperationTraceWriter(),
  );
  const template = value && (await parser.convertWorkflowTemplate(context, value));
  return { template, errors: context.errors.getErrors().map(({ message }) => message) };
}

/** A parsed step; the types of the parser omit `with`. */
interface Step {
  readonly run?: object;
  readonly with?: Iterable<{ readonly key: object; readonly value: object }>;
}

/** Lists the shell commands of a workflow. */
function commandsOf(template: Parser.WorkflowTemplate | undefined): readonly string[] {
  const steps = template?.jobs.flatMap((job) => ('steps' in job ? (job.steps as readonly Step[]) : [])) ?? [];
  return steps.flatMap((step) => {
    const inputs = Array.from(step.with ?? [], ({ key, value }) => [String(key), String(value)] as const);
    const scripts = inputs.filter(([key]) => key === 'version-script' || key === 'publish-script');
    return [...(step.run === undefined ? [] : [String(step.run)]), ...scripts.map(([, script]) => script)];
  });
}

/** Returns whether a command exists in this repository. */
function exists(command: string): boolean {
  const [, script, names] = /^(?:\w+=\S+ )*p?npm run (\S+)(?: -- ([\w -]+))?$/.exec(command) ?? [];
  const [, program] = /^(?:\w+=\S+ )*bash (\S+)$/.exec(command) ?? [];
  if (script === 'check' && names !== undefined) return names.split(' ').every((name) => CHECKS.has(name));
  if (script !== undefined) return script in scripts;
  if (program !== undefined) return existsSync(new URL(program, root));
  return ['pnpm install --frozen-lockfile', 'npm test'].includes(command);
}

test('the parser reports errors', async () => {
  const wrong = read('.github/workflows/ci.yml').replace('timeout-minutes', 'timeout-minute');
  expect((await workflow(wrong)).errors.join()).toContain("Unexpected value 'timeout-minute'");
});

describe.each(files)('%s', (file) => {
  const content = read(`.github/workflows/${file}`);

  test('is a valid workflow', async () => {
    const { errors, template } = await workflow(content);
    expect(errors).toEqual([]);
    expect(template?.errors ?? []).toEqual([]);
    expect(content.match(/^ {4}timeout-minutes: \d+$/gm)).toHaveLength(template?.jobs.length ?? 0);
  });

  test('pins actions to commits, with the version as a comment', () => {
    const used = content.split('\n').filter((line) => line.includes('uses:'));
    expect(used.length).toBeGreaterThan(0);
    for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('has read-only permissions by default', () => {
    expect(content).toMatch(/^permissions:\n {2}contents: read$/m);
  });

  test('runs commands that exist', async () => {
    const { template } = await workflow(content);
    const commands = commandsOf(template);
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter((command) => !exists(command))).toEqual([]);
  });
});

test('the workflow of the guide is valid and starts the emulator with commands that exist', async () => {
  const content = /```yaml\n([\s\S]*?)```/.exec(read('docs/guides/testing-with-the-emulator.md'))?.[1] ?? '';
  const { errors, template } = await workflow(content);
  expect([...errors, ...(template?.errors ?? [])]).toEqual([]);
  const [start = '', tests] = commandsOf(template);
  expect(tests).toBe('python -m unittest');
  const [, options = ''] =
    /^npx (?:--@parlance:registry=\S+ )?@parlance\/testing-fakes serve (.*) > emulator\.json &\n/.exec(
      start,
    ) ?? [];
  expect(await readServeArguments(options.split(' '))).toMatchObject({
    port: 8080,
    fake: { seed: 'demo' },
  });
});

test('pull requests run every check', async () => {
  const { template } = await workflow(read('.github/workflows/ci.yml'));
  const checked = commandsOf(template).flatMap((command) => command.split(' -- ')[1]?.split(' ') ?? []);
  // Checks of the packed packages pack them first.
  expect(new Set([...checked, PACK.name])).toEqual(CHECKS);
});

describe('the release', () => {
  const content = read('.github/workflows/release.yml');
  const jobs = Object.fromEntries(
    content
      .slice(content.indexOf('\njobs:\n') + 7)
      .split(/^ {2}(?=\w+:$)/m)
      .filter(Boolean)
      .map((text) => [text.slice(0, text.indexOf(':')), text]),
  );

  test('runs after the checks, and only its job may sign', () => {
    expect(Object.keys(jobs)).toEqual(['check', 'release']);
    expect(jobs.release).toContain('needs: check\n');
    expect(jobs.release).toContain('id-token: write\n');
    expect(jobs.check).not.toMatch(/permissions|write/);
    expect(jobs.check).toContain('persist-credentials: false\n');
  });

  test('publishes with provenance and without a registry token', () => {
    expect(jobs.release).toContain(" PNPM_CONFIG_PROVENANCE: 'true'\n");
    expect(content.match(/secrets\.\w+/g)).toEqual(['secrets.GITHUB_TOKEN']);
    for (const name of readdirSync(new URL('packages/', root))) {
      expect(JSON.parse(read(`packages/${name}/package.json`)).publishConfig).toMatchObject({
        access: 'public',
      });
    }
  });

  test('uses the action that matches the version of changesets', () => {
    const [, action] = /changesets\/action@\w+ # v(\d+)/.exec(content) ?? [];
    // Version 2 of the action requires version 3 of the command.
    expect([action, devDependencies['@changesets/cli'].split('.')[0]]).toEqual(['2', '3']);
  });
});
