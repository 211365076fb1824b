import { StoppedError } from '../../src/errors.js';

/**
 * A deadline that the test brings about at a certain request, and no timer: it comes at the right moment on a machine of
 * any speed.
 */
export function manualDeadline() {
  let [pause, stop] = [new AbortController(), new AbortController()];
  return {
    /** The service of `createHandler`: each delivery starts a new deadline. */
    deadline() {
      [pause, stop] = [new AbortController(), new AbortController()];
      return { pause: pause.signal, signal: stop.signal, remainingMs: () => 4_000, clear() {} };
    },
    pause: () => pause.abort(new StoppedError()),
    stop() {
      pause.abort(new StoppedError());
      stop.abort(new StoppedError());
    },
  };
}
