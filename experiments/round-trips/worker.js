import { openClient } from './clients.js';
import { measureWay } from './measure-way.js';

// What runs in `workerd`: the same clients and the same measurement as in Node. Its clock stands still while code runs, and
// goes on with each answer from the network, which is all that is timed here.

export default {
  /** @param {Request} request */
  async fetch(request) {
    const { way, targets, isTls } = /** @type {any} */ (await request.json());
    try {
      // The certificate is trusted by the network that the configuration gives this worker.
      return Response.json(await measureWay(targets, url => openClient(way, url, isTls)));
    } catch (error) {
      return Response.json({ error: String(/** @type {Error} */ (error)?.stack ?? error) });
    }
  },
};
