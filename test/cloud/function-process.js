import { text } from 'node:stream/consumers';

// Stands in for Lambda's runtime: loads the package, passes it the event, and records the result.
const { handler } = await import(process.argv[2]);
const event = JSON.parse(await text(process.stdin));
const context = {
  awsRequestId: 'request-1',
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  getRemainingTimeInMillis: () => 60_000,
};
/** @type {{ answer: unknown } | { error: string }} */
let result;
try {
  result = { answer: await handler(event, context) };
} catch (error) {
  const { code, message } = /** @type {any} */ (error);
  result = { error: `${code}: ${message}` };
}
process.stdout.write(`${JSON.stringify(result)}\n`);
