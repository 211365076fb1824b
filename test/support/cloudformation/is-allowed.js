/**
 * Whether IAM would allow a request: a statement allows it, and none denies it. Supports wildcards in actions and resources,
 * but no conditions.
 *
 * @param {any[]} statements
 * @param {string} action
 * @param {string} resource
 * @returns {boolean}
 */
export function isAllowed(statements, action, resource) {
  const fitting = statements.filter(statement => {
    if (statement.Condition !== undefined) throw new Error(`${statement.Sid} has a condition`);
    return matches(statement.Action, action) && matches(statement.Resource, resource);
  });
  return fitting.some(({ Effect }) => Effect === 'Allow') && !fitting.some(({ Effect }) => Effect === 'Deny');
}

/**
 * @param {string | string[]} patterns
 * @param {string} text
 */
function matches(patterns, text) {
  return [patterns].flat().some(pattern => toRegExp(pattern).test(text));
}

/** @param {string} pattern */
function toRegExp(pattern) {
  const escaped = pattern.split('*').map(part => part.replace(/[.+^$(){}|[\]\\]/g, '\\$&').replaceAll('?', '.'));
  return new RegExp(`^${escaped.join('.*')}$`, 's');
}
