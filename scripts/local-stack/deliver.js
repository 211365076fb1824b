import { setTimeout as sleep } from 'node:timers/promises';

/** @import { Invocation } from './invoke-function.js' */

/**
 * Delivers an event as Lambda does where nobody waits for the answer: again, up to twice, after an invocation that threw
 * or died. (There it waits for one minute, then two.)
 *
 * @param {object} delivery
 * @param {() => Promise<Invocation>} delivery.invoke
 * @param {(next: { attempt: number, delayMs: number, error: string | null }) => void} delivery.onRetry Told before it
 *   waits for the next attempt.
 * @param {AbortSignal} delivery.signal Ends the waiting.
 * @param {number} [delivery.delayMs] Before the second attempt; twice that before the third.
 * @returns {Promise<Invocation & { attempts: number }>} How the last attempt ended.
 */
export async function deliver({ invoke, onRetry, signal, delayMs = DELAY_MS }) {
  for (let attempt = 1; ; attempt += 1) {
    const invocation = await invoke();
    const isDone = invocation.kind === 'returned' || invocation.kind === 'stopped';
    if (isDone || attempt === MAX_ATTEMPTS) return { ...invocation, attempts: attempt };
    onRetry({ attempt: attempt + 1, delayMs: attempt * delayMs, error: invocation.error });
    // An abort is seen by the next attempt.
    await sleep(attempt * delayMs, undefined, { signal }).catch(() => {});
  }
}

const MAX_ATTEMPTS = 3;
const DELAY_MS = 1000;
