/** The number of types that tsc creates grows linearly with the number of tools, because each typed input is independent. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const DEFINE_TOOL = fileURLToPath(new URL('define-tool.ts', import.meta.url));

function definitionsOf(count: number): string {
  const tools = Array.from({ length: count }, (_, index) => {
    const properties = `city${index}: { type: 'string' }, days${index}: { type: 'integer' }, unit: { enum: ['c', 'f'] }`;
    return `export const tool${index} = defineTool({
      name: 'tool_${index}', description: 'Tool ${index}.',
      input: { type: 'object', properties: { ${properties} }, required: ['city${index}'] },
      run: (input) => input.city${index}.length + (input.days${index} ?? 0),
    });`;
  });
  return `import { defineTool } from './define-tool.js';\nexport { defineTool };\n${tools.join('\n')}\n`;
}

/** Counts the types that the compiler creates for a file of `count` different tools. */
function typesOf(count: number): number {
  const file = DEFINE_TOOL.replace('define-tool.ts', 'many-tools.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    customConditions: ['parlance-source'],
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const text = definitionsOf(count);
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, target) =>
    name === file ? ts.createSourceFile(name, text, target) : getSourceFile.call(host, name, target);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  expect(program.getSemanticDiagnostics(source).map(({ messageText }) => messageText)).toEqual([]);
  return program.getTypeCount();
}

test('types of 200 tools', () => {
  const [none, hundred, twoHundred] = [typesOf(0), typesOf(100), typesOf(200)];
  expect((twoHundred - hundred) / (hundred - none)).toBeLessThan(1.1);
});
