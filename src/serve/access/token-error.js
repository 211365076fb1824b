import { ServeError } from '../serve-error.js';

/**
 * A token that is not accepted.
 *
 * @param {'PGRST301' | 'PGRST303'} code `PGRST301`: it is no sound token of ours. `PGRST303`: its claims are not accepted.
 * @param {string} message Fixed text: nothing of the token, which may be a secret.
 */
export function tokenRefused(code, message) {
  return unauthorized(code, message, `Bearer error="invalid_token", error_description="${message}"`);
}

/** A request without a token, where none may come without one. */
export function anonymousRefused() {
  return unauthorized('PGRST302', 'Anonymous access is disabled', 'Bearer', 'Send a token: "Authorization: Bearer …"');
}

/** A token where there is nothing to check it with. */
export function noKeyConfigured() {
  const hint = 'Leave the token out, or start the service with --jwt-secret-file or --jwks';
  return unauthorized('PGRST300', 'Server lacks JWT secret', 'Bearer', hint);
}

/** A token that cannot be judged now. */
export function keysUnavailable() {
  return new ServeError(503, 'PGRST300', 'The keys that tokens are checked with cannot be read now', {
    hint: 'Try again in some seconds',
    headers: { 'retry-after': '5' },
  });
}

/**
 * @param {string} code
 * @param {string} message
 * @param {string} challenge
 * @param {string | null} [hint]
 */
function unauthorized(code, message, challenge, hint = null) {
  return new ServeError(401, code, message, { hint, headers: { 'www-authenticate': challenge } });
}
