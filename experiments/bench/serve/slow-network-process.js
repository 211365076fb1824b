import { startSlowProxy } from '../../network/slow-proxy.js';

// A slow network before the address that is given, with this round trip. It says its own address, and when it is asked, how many flights
// there have been since then.
const [upstream, roundTripMs] = process.argv.slice(2);
// Whoever started it ends it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.once('disconnect', () => process.exit());

const { url, counts, reset } = await startSlowProxy(upstream, { roundTripMs: Number(roundTripMs) });
process.on('message', () => {
  process.send?.({ flights: counts().flights });
  reset();
});
process.send?.({ url });
