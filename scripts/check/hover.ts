/**
 * Checks that an editor shows a description of the methods that users call and the fields that they fill in. Queries the
 * language service with the built declarations, because a build that drops the comments would pass every other check.
 */
import path from 'node:path';
import ts from 'typescript';

const file = path.resolve('hover-consumer.mts');
const code = `import { InferenceClient } from '@parlance/inference';
const client = new InferenceClient({ apiKey: 'k' });
client.messages./*messages.create*/create({
  /*model*/model: 'assistant-sonnet-4-6',
  /*max_tokens*/max_tokens: 5,
  /*messages*/messages: [{ /*role*/role: 'user', /*content*/content: 'hello' }],
  /*stop_sequences*/stop_sequences: [],
});
client.messages./*messages.stream*/stream;
client.models./*models.retrieve*/retrieve;
`;
const options = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  skipLibCheck: true,
  types: [],
};

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) => {
    const text = name === file ? code : ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => process.cwd(),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
  ...(ts.sys.realpath === undefined ? {} : { realpath: ts.sys.realpath }),
});

const silent = [...code.matchAll(/\/\*([\w.]+)\*\//g)].filter((mark) => {
  const info = service.getQuickInfoAtPosition(file, mark.index + mark[0].length);
  return ts.displayPartsToString(info?.documentation).trim() === '';
});
for (const mark of silent) console.log(`${mark[1]} has no description in the built declarations`);
process.exitCode = silent.length > 0 ? 1 : 0;
