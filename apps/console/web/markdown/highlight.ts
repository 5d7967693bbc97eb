/** Loaded on first use, as a chunk of its own: the highlighter and its languages. */
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import bash from 'shiki/langs/bash.mjs';
import json from 'shiki/langs/json.mjs';
import python from 'shiki/langs/python.mjs';
import typescript from 'shiki/langs/typescript.mjs';

/** A piece of code and the color of its kind, which follows the color theme of the page. */
export interface Piece {
  readonly content: string;
  readonly color?: string | undefined;
}

const theme = createCssVariablesTheme();

const highlighter = createHighlighterCore({
  themes: [theme],
  langs: [bash, json, python, typescript],
  langAlias: { js: 'typescript', javascript: 'typescript', jsonl: 'json' },
  engine: createJavaScriptRegexEngine(),
});

/** Splits code into pieces, line by line. Returns undefined for an unknown language. */
export async function highlight(text: string, language: string): Promise<readonly Piece[] | undefined> {
  const loaded = await highlighter;
  const lang = loaded.resolveLangAlias(language);
  if (!loaded.getLoadedLanguages().includes(lang)) return undefined;
  const { tokens } = loaded.codeToTokens(text, { lang, theme: 'css-variables' });
  return tokens.flatMap((line, index) => (index === 0 ? line : [{ content: '\n' }, ...line]));
}
