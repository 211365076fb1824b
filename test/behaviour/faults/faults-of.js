/** @import { Fault } from './relay-exchange.js' */
/** @import { Exchange } from './tcp-proxy.js' */

/**
 * The faults that can happen to a request on the wire, with titles.
 *
 * @param {Exchange} exchange
 * @returns {[title: string, fault: Fault][]}
 */
export function faultsOf({ operation, requestBytes, answerBytes }) {
  /** @type {[string, Fault][]} */
  const ofAny = [
    ['refused', { refuse: 1 }],
    ['reset before its head', { reset: 'before' }],
    ['reset after its head', { reset: 'head' }],
    ['silence before it', { stall: 'request' }],
    ['silence instead of its answer', { stall: 'answer' }],
    ['a trickle', { trickle: true }],
    ['500', { answer: { status: 500, code: 'InternalError' } }],
    ['503 SlowDown', { answer: { status: 503, code: 'SlowDown' } }],
    ['412', { answer: { status: 412, code: 'PreconditionFailed' } }],
    ['404 NoSuchKey', { answer: { status: 404, code: 'NoSuchKey' } }],
    ['409', { answer: { status: 409, code: 'ConditionalRequestConflict' } }],
    ['garbage as its answer', { garbage: true }],
    ['its answer lost', { cut: 'all' }],
    ['its answer cut in the head', { cut: 'head' }],
    ['an answer that announces 10 bytes too many', { lengthOff: 10 }],
  ];
  /** @type {[string, Fault][]} */
  const ofRequestWithBody = [
    ['reset in its body', { reset: 'body' }],
    ['one bit of its body flipped', { corrupt: 'request' }],
  ];
  /** @type {[string, Fault][]} */
  const ofAnswerWithBody = [
    ['its answer cut in the body', { cut: 'body' }],
    ['silence in the middle of its answer', { stall: 'body' }],
    ['an answer that announces 1 byte too few', { lengthOff: -1 }],
    ['one bit of its answer flipped', { corrupt: 'answer' }],
  ];
  /** @type {[string, Fault][]} */
  const ofCompletion = [['an error inside a success', { answer: { status: 200, code: 'InternalError' } }]];
  return [
    ...ofAny,
    ...(requestBytes > 0 ? ofRequestWithBody : []),
    ...(answerBytes > 0 ? ofAnswerWithBody : []),
    ...(operation === 'CompleteMultipartUpload' ? ofCompletion : []),
  ];
}
