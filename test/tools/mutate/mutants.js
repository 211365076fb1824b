import { stripTypeScriptTypes } from 'node:module';

/**
 * A module with one thing changed.
 *
 * @typedef {object} Mutant
 * @property {number} line Where, from 1.
 * @property {string} before What is there, on one line.
 * @property {string} after What it becomes; '' if it is removed.
 * @property {string} text The whole module.
 */

/**
 * Changes one thing at a time: an operator, a literal, a condition that always or never holds, a statement that is gone. It
 * needs no parser, because the formatter puts spaces around operators, and indents the end of a statement as its beginning.
 *
 * @param {string} text A module's.
 * @returns {Mutant[]} In the order of their lines, without those that are no JavaScript.
 */
export function mutantsOf(text) {
  const code = text.replace(NO_CODE, part => part.replace(/[^\n]/g, '_'));
  return [...operators(code), ...conditions(code), ...statements(code)]
    .map(({ start, end, after }) => ({
      line: text.slice(0, start).split('\n').length,
      before: text.slice(start, end).replace(/\s+/g, ' '),
      after,
      text: `${text.slice(0, start)}${after}${text.slice(end)}`,
    }))
    .filter(({ text }) => isJavaScript(text))
    .sort((one, other) => one.line - other.line);
}

/** @typedef {{ start: number, end: number, after: string }} Change */

/** @param {string} code @returns {Change[]} */
function operators(code) {
  return Array.from(code.matchAll(OPERATOR), ({ index, 0: before }) => ({
    start: index,
    end: index + before.length,
    after: OPPOSITES[before],
  }));
}

/** @param {string} code @returns {Change[]} */
function conditions(code) {
  return Array.from(code.matchAll(/\bif \(/g)).flatMap(({ index }) => {
    const start = index + 'if ('.length;
    let end = start;
    for (let depth = 1; depth > 0; end += 1) depth += { '(': 1, ')': -1 }[code[end]] ?? 0;
    return ['true', 'false'].map(after => ({ start, end: end - 1, after }));
  });
}

/** @param {string} code @returns {Change[]} */
function statements(code) {
  return Array.from(code.matchAll(STATEMENT), ({ index, 0: before, 1: indent }) => ({
    start: index + indent.length,
    end: index + before.length,
    after: '',
  }));
}

/** @param {string} text */
function isJavaScript(text) {
  try {
    stripTypeScriptTypes(text);
    return true;
  } catch {
    return false;
  }
}

/** Comments and strings. */
const NO_CODE = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** @type {Record<string, string>} */
const OPPOSITES = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>', '&&': '||', '||': '&&' },
  ...{ '??': '&&', '+': '-', '-': '+', true: 'false', false: 'true', '!': '' },
};
const OPERATOR = /(?<=\s)(?:[!=]==|[<>]=?|&&|\|\||\?\?|[+-])(?=\s)|\b(?:true|false)\b|!(?=[\w(])/g;

/** A call, an assignment or a `throw`: on one line, or up to a line that ends it with the same indentation. */
const STATEMENT =
  /(?<=[{};]\n)( +)(?!(?:return|const|let|if|for|while|break|continue|static|async|import|export)\b)[\w.](?:.*;$|.*\n(?:\1 .*\n|\n)*\1[)\]}].*;$)/gm;
