/** Loaded on first use, as a chunk of its own: the highlighter and its languages. */
import { createCssVariablesTheme, createHighlighterCoreSync, type GrammarState } from 'shiki/core';
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

/** The pieces of a line. */
export type Line = readonly Piece[];

const highlighter = createHighlighterCoreSync({
  themes: [createCssVariablesTheme()],
  langs: [bash, json, python, typescript],
  langAlias: { js: 'typescript', javascript: 'typescript', jsonl: 'json' },
  engine: createJavaScriptRegexEngine(),
});

/** Highlights code that can grow. Finished lines are highlighted once, and stay the same objects. */
export class CodeReader {
  readonly #lang: string;
  /** The finished lines, highlighted and as text. */
  #lines: Line[] = [];
  #text = '';
  /** State after the finished lines, for example inside a comment. */
  #state: GrammarState | undefined;

  /** @internal Use {@link readerOf}. */
  constructor(lang: string) {
    this.#lang = lang;
  }

  /** Splits the code so far into the pieces of its lines. Work is reused when it starts with the previous code. */
  read(text: string): readonly Line[] {
    if (!text.startsWith(this.#text)) {
      this.#lines = [];
      this.#text = '';
      this.#state = undefined;
    }
    const end = text.lastIndexOf('\n') + 1;
    if (end > this.#text.length) {
      const { tokens, grammarState } = this.#highlight(text.slice(this.#text.length, end - 1));
      this.#lines = [...this.#lines, ...tokens];
      this.#text = text.slice(0, end);
      this.#state = grammarState;
    }
    return [...this.#lines, ...this.#highlight(text.slice(end)).tokens];
  }

  #highlight(text: string) {
    const state = this.#state === undefined ? {} : { grammarState: this.#state };
    return highlighter.codeToTokens(text, { lang: this.#lang, theme: 'css-variables', ...state });
  }
}

/** Returns a reader of code in a language. Undefined if the language is unknown. */
export function readerOf(language: string): CodeReader | undefined {
  const lang = highlighter.resolveLangAlias(language);
  return highlighter.getLoadedLanguages().includes(lang) ? new CodeReader(lang) : undefined;
}
