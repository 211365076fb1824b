import { createInterface } from 'node:readline';
import { RESULT } from './result.js';

// Stands in for Lambda's runtime: loads the package, passes it one event after the other, and prints the result of each.
const { handler } = await import(process.argv[2]);
const context = {
  awsRequestId: 'request-1',
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  getRemainingTimeInMillis: () => 60_000,
};
for await (const line of createInterface({ input: process.stdin })) {
  /** @type {{ answer: unknown } | { error: string }} */
  let result;
  try {
    result = { answer: await handler(JSON.parse(line), context) };
  } catch (error) {
    const { code, message } = /** @type {any} */ (error);
    result = { error: `${code}: ${message}` };
  }
  process.stdout.write(`${RESULT}${JSON.stringify(result)}\n`);
}
