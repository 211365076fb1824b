// A program that asks a server for five rows at a time, over many connections, and prints how many answers came a second.
// `limit`: for how many seconds (`duration`), or how often in all (`amount`).
const [url, keys, path, limit, connections] = process.argv.slice(2);
// It has no types.
const { default: autocannon } = await import(/** @type {string} */ ('autocannon'));

const pathOf = () => path.replaceAll(/FROM|TO/g, name => String(name === 'FROM' ? from : from + 4));
let from = 1;

/** Each connection has its own keys, so that no two ask for the same at the same time. */
const distinct = (/** @type {{ setRequests: (requests: object[]) => void }} */ client) => {
  client.setRequests(
    Array.from({ length: REQUESTS }, () => {
      from = 1 + Math.floor(Math.random() * (Number(keys) - 5));
      return { path: pathOf() };
    }),
  );
};

const REQUESTS = 50;
const result = await autocannon({
  url: `${url}${pathOf()}`,
  connections: Number(connections),
  ...JSON.parse(limit),
  timeout: 60,
  ...(Number(keys) > 1 && { setupClient: distinct }),
});
const { errors, non2xx, requests, latency } = result;
process.stdout.write(
  JSON.stringify({ failed: errors + non2xx, perSecond: requests.total / result.duration, p99: latency.p99 }),
);
