/**
 * Finds circular dependencies between resources, which CloudFormation would report only at deployment.
 *
 * @param {Record<string, any>} resources With CloudFormation's functions in their long form.
 * @returns {string[] | null} The names in the circle, with the first one repeated at the end.
 */
export function findCircle(resources) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} name @param {string[]} path @returns {string[] | null} */
  const visit = (name, path) => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of namesIn(resources[name], resources)) {
      const circle = visit(next, [...path, name]);
      if (circle !== null) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of Object.keys(resources)) {
    const circle = visit(name, []);
    if (circle !== null) return circle;
  }
  return null;
}

/**
 * @param {any} value
 * @param {Record<string, any>} resources
 * @returns {string[]} The resources that it refers to.
 */
function namesIn(value, resources) {
  if (typeof value !== 'object' || value === null) return [];
  const { Ref, DependsOn, 'Fn::GetAtt': attribute, 'Fn::Sub': text } = value;
  const inText = Array.from(JSON.stringify(text ?? '').matchAll(/\$\{([^}.]+)/g), ([, name]) => name);
  const named = [Ref, DependsOn, attribute?.[0], inText].flat();
  return [
    ...named.filter(name => Object.hasOwn(resources, name ?? '')),
    ...Object.values(value).flatMap(member => namesIn(member, resources)),
  ];
}
