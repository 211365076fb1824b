import { readFileSync } from 'node:fs';
import { readYaml } from './read-yaml.js';

/** `template.yaml`, with CloudFormation's functions in their long form. */
export const TEMPLATE = readYaml(readFileSync(new URL('../../../template.yaml', import.meta.url), 'utf8'));

/**
 * Evaluates the template as CloudFormation would: checks parameters, decides conditions, and replaces functions by their
 * values. Resources have their logical names unless others are given.
 *
 * @param {Record<string, string | number>} [given] Parameters.
 * @param {Record<string, string>} [names] Of resources.
 * @param {any} [template]
 * @returns {{ resources: Record<string, any>, outputs: Record<string, string> }} Those whose conditions hold.
 * @throws {Error} A parameter violates its constraint, or a reference is to a resource whose condition does not hold.
 */
export function deployTemplate(given = {}, names = {}, template = TEMPLATE) {
  const { Parameters, Rules, Conditions, Resources, Outputs } = template;
  const parameters = checkParameters(Parameters, given);
  const stack = { parameters, names, resources: Resources, conditions: Conditions };
  for (const { Assertions } of Object.values(/** @type {Record<string, any>} */ (Rules))) {
    for (const { Assert, AssertDescription } of Assertions) {
      if (evaluate(stack, Assert) !== true) throw new Error(AssertDescription);
    }
  }
  /** @param {Record<string, any>} members */
  const inForce = members =>
    Object.entries(members).filter(([, { Condition }]) => !Condition || evaluate(stack, { Condition }));
  return {
    resources: Object.fromEntries(inForce(Resources).map(([name, resource]) => [name, evaluate(stack, resource)])),
    outputs: Object.fromEntries(inForce(Outputs).map(([name, { Value }]) => [name, evaluate(stack, Value)])),
  };
}

/** @typedef {{ parameters: Record<string, any>, names: Record<string, string>, resources: any, conditions: any }} Stack */

/**
 * @param {Record<string, any>} declared
 * @param {Record<string, string | number>} given
 */
function checkParameters(declared, given) {
  for (const name of Object.keys(given)) if (!Object.hasOwn(declared, name)) throw new Error(`no parameter ${name}`);
  return Object.fromEntries(
    Object.entries(declared).map(([name, constraints]) => {
      const value = given[name] ?? constraints.Default;
      if (!isAllowed(String(value), constraints)) throw new Error(constraints.ConstraintDescription);
      return [name, String(value)];
    }),
  );
}

/**
 * @param {string} value
 * @param {any} constraints
 */
function isAllowed(value, { Type, AllowedPattern, AllowedValues, MinValue, MaxValue }) {
  if (Type === 'Number' && (value.trim() === '' || Number.isNaN(Number(value)))) return false;
  if (MinValue !== undefined && Number(value) < MinValue) return false;
  if (MaxValue !== undefined && Number(value) > MaxValue) return false;
  if (AllowedValues !== undefined && !AllowedValues.map(String).includes(value)) return false;
  return AllowedPattern === undefined || new RegExp(`^(?:${AllowedPattern})$`).test(value);
}

/**
 * @param {Stack} stack
 * @param {any} value
 * @returns {any} `undefined` for `AWS::NoValue`.
 */
function evaluate(stack, value) {
  if (Array.isArray(value)) return value.map(item => evaluate(stack, item)).filter(item => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const [[name, argument], ...others] = Object.entries(value);
  const intrinsic = others.length === 0 ? INTRINSICS[name] : undefined;
  if (intrinsic !== undefined && (name !== 'Condition' || Object.hasOwn(stack.conditions, argument))) {
    return intrinsic(stack, argument);
  }
  if (name.startsWith('Fn::')) throw new Error(`not known: ${name}`);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const evaluated = evaluate(stack, member);
      return evaluated === undefined ? [] : [[key, evaluated]];
    }),
  );
}

/** @type {Record<string, (stack: Stack, argument: any) => any>} */
const INTRINSICS = {
  Ref: refer,
  Condition: (stack, name) => evaluate(stack, stack.conditions[name]),
  'Fn::GetAtt': (stack, [name, attribute]) => attributeOf(stack, name, attribute),
  'Fn::Equals': (stack, [one, other]) => evaluate(stack, one) === evaluate(stack, other),
  'Fn::Not': (stack, [condition]) => !evaluate(stack, condition),
  'Fn::Or': (stack, conditions) => conditions.some((/** @type {any} */ each) => evaluate(stack, each)),
  'Fn::If': (stack, [condition, yes, no]) => evaluate(stack, evaluate(stack, { Condition: condition }) ? yes : no),
  'Fn::Split': (stack, [separator, text]) => evaluate(stack, text).split(separator),
  'Fn::Select': (stack, [index, list]) => evaluate(stack, list)[index],
  'Fn::Sub': substitute,
};

/**
 * @param {Stack} stack
 * @param {string | [string, Record<string, any>]} argument
 */
function substitute(stack, argument) {
  const [text, more] = typeof argument === 'string' ? [argument, {}] : argument;
  return text.replaceAll(/\$\{([^}]+)\}/g, (_, name) => {
    if (Object.hasOwn(more, name)) return evaluate(stack, more[name]);
    const [resource, attribute] = name.split('.');
    return attribute === undefined ? refer(stack, name) : attributeOf(stack, resource, attribute);
  });
}

/**
 * @param {Stack} stack
 * @param {string} name
 */
function refer(stack, name) {
  if (name === 'AWS::NoValue') return undefined;
  if (Object.hasOwn(PSEUDO, name)) return PSEUDO[name];
  if (Object.hasOwn(stack.parameters, name)) return stack.parameters[name];
  return nameOf(stack, name);
}

/**
 * @param {Stack} stack
 * @param {string} name
 */
function nameOf({ names, resources, ...stack }, name) {
  if (!Object.hasOwn(resources, name)) throw new Error(`no resource ${name}`);
  const { Condition } = resources[name];
  if (Condition && !evaluate({ names, resources, ...stack }, { Condition })) {
    throw new Error(`the resource ${name} is not created with these parameters`);
  }
  if (names[name] !== undefined) return names[name];
  const { BucketName } = resources[name].Properties ?? {};
  return BucketName === undefined ? name : evaluate({ names, resources, ...stack }, BucketName);
}

/**
 * @param {Stack} stack
 * @param {string} name
 * @param {string} attribute
 */
function attributeOf(stack, name, attribute) {
  const called = nameOf(stack, name);
  if (attribute !== 'Arn') return called;
  const [, service] = stack.resources[name].Type.toLowerCase().split('::');
  if (service === 's3') return `arn:aws:s3:::${called}`;
  if (service === 'serverless') return `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${called}`;
  return `arn:aws:${service}:${REGION}:${ACCOUNT}:${called}`;
}

const REGION = 'eu-central-1';
/** The owner of all buckets of the embedded S3 server. */
const ACCOUNT = '000000000000';
/** @type {Record<string, string>} */
const PSEUDO = {
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::Region': REGION,
  'AWS::StackName': 'sluice',
};
