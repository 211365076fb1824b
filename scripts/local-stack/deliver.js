import { setTimeout as sleep } from 'node:timers/promises';

/** @import { Invocation } from './invoke-function.js' */

/**
 * Delivers an event as Lambda does for asynchronous invocations: up to two retries after an invocation that threw or died.
 * (Lambda waits one minute before the first, two before the second.)
 *
 * @param {object} delivery
 * @param {() => Promise<Invocation>} delivery.invoke
 * @param {(next: { attempt: number, delayMs: number, error: string | null }) => void} delivery.onRetry Called before
 *   the delay.
 * @param {AbortSignal} delivery.signal Ends the delay.
 * @param {number} [delivery.delayMs] Before the second attempt; doubled before the third.
 * @returns {Promise<Invocation & { attempts: number }>} How the last attempt ended.
 */
export async function deliver({ invoke, onRetry, signal, delayMs = DELAY_MS }) {
  for (let attempt = 1; ; attempt += 1) {
    const invocation = await invoke();
    const isDone = invocation.kind === 'returned' || invocation.kind === 'stopped';
    if (isDone || attempt === MAX_ATTEMPTS) return { ...invocation, attempts: attempt };
    onRetry({ attempt: attempt + 1, delayMs: attempt * delayMs, error: invocation.error });
    // The next attempt handles an abort.
    await sleep(attempt * delayMs, undefined, { signal }).catch(() => {});
  }
}

const MAX_ATTEMPTS = 3;
const DELAY_MS = 1000;
