import './memory/start-small.js';

// Every archive needs these modules. Imported here, they load while the platform starts the function, with a whole
// processor, and not during an invocation.
import './destination/s3/destination.js';
import './source/s3.js';
import { createHandler } from './lambda/create-handler.js';

/** @import { BatchResponse } from './lambda/batch-response.js' */
/** @import { Context } from './lambda/log-line.js' */

// For the tests and the local stack, which bring their own services.
export { createHandler };

/**
 * The Lambda function. It has to be a literal `async function`: the runtime reports success for a wrapped one whose
 * promise never resolves.
 *
 * @param {unknown} event An S3 notification, an EventBridge "Object Created" event, or an SQS batch of these.
 * @param {Context} context
 * @returns {Promise<BatchResponse>} The messages of an SQS batch to deliver again.
 */
export async function handler(event, context) {
  return deliver(event, context);
}

const deliver = createHandler();
