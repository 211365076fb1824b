/** What a person has to say of each direct dependency: what it is for and, of those that run in the function, how it is kept. */
export const REMARKS = new Map([
  [
    '@aws-sdk/client-s3',
    {
      purpose: 'Requests to S3. Loaded only when an `s3://` is named.',
      kept: 'By AWS, with releases almost daily; this was the newest.',
    },
  ],
  [
    '@aws-sdk/client-sqs',
    {
      purpose: 'Makes the message of a job that paused visible again. Loaded only when one does.',
      kept: 'By AWS, released together with the S3 client.',
    },
  ],
  [
    '@aws-sdk/lib-storage',
    { purpose: 'Uploads in parts, several at once.', kept: 'By AWS, released together with the client.' },
  ],
  [
    'highland',
    {
      purpose: 'Carries blocks of CSV records from step to step, with back-pressure.',
      kept:
        'Finished rather than kept: this is the last release of its line, 3.0 never left its beta. One file, and nothing ' +
        'in it touches network, disk or other processes.',
    },
  ],
  [
    'libphonenumber-js',
    {
      purpose: 'Reads and writes phone numbers. Loaded only where a recipe asks for more than `strip`.',
      kept: 'By its author, every few weeks, with the number plans that Google publishes; this was the newest.',
    },
  ],
  [
    'mime-types',
    {
      purpose: 'Finds the content type of an output by its extension.',
      kept: 'By the maintainers of Express; this was the newest.',
    },
  ],
  [
    'unzipper',
    {
      purpose: 'Streams the compressed bytes of an entry out of an archive.',
      kept: 'By its author, in small releases; this was the newest. What it does not check is checked around it.',
    },
  ],
  ['@biomejs/biome', { purpose: 'Linter and formatter.' }],
  ['@faker-js/faker', { purpose: 'Makes up people and companies for the sample data.' }],
  ['@types/highland', { purpose: 'Types.' }],
  ['@types/mime-types', { purpose: 'Types.' }],
  ['@types/node', { purpose: 'Types.' }],
  ['@types/picomatch', { purpose: 'Types.' }],
  ['@types/unzipper', { purpose: 'Types.' }],
  ['@types/yazl', { purpose: 'Types.' }],
  [
    'ajv',
    { purpose: 'Compiles the recipe’s schema into the validator that is committed; does not run in the function.' },
  ],
  [
    'assemblyscript',
    {
      purpose:
        'Compiles the engine’s source to the WebAssembly module that is committed; does not run in the function. Brings ' +
        'its optimizer, Binaryen, as a nightly version.',
    },
  ],
  ['csv-parse', { purpose: 'Second opinion on CSV, in the tests.' }],
  ['csv-stringify', { purpose: 'Writes CSV for the tests.' }],
  ['echarts', { purpose: 'Draws the experiment’s charts as SVG, without a browser.' }],
  ['esbuild', { purpose: 'Bundles the function, for `sam build`.' }],
  ['fast-check', { purpose: 'Property tests.' }],
  ['node', { purpose: 'The Node that everything here runs on, whatever the machine has.' }],
  ['picomatch', { purpose: 'Second opinion on globs, in the tests.' }],
  ['playwright-core', { purpose: 'Looks at the experiment’s page in a browser that is there, in the tests.' }],
  ['typescript', { purpose: 'Type checker.' }],
  ['yazl', { purpose: 'Writes archives for the tests.' }],
]);

/** A section of its own. */
export const INSTALLATION = `## What an installation runs and trusts

- One package has an install script: \`node\`, for development, which fetches the build of exactly its own version for the
  machine. \`allowScripts\` in \`package.json\` says so to npm; npm 11 lists others as unreviewed, and with
  \`--strict-allow-scripts\`, as in \`.ci/run\`, refuses them. What is installed for the function
  (\`npm ci --omit=dev\`) runs none, and works with \`--ignore-scripts\`.
- Every direct dependency is pinned to one version, and the lock has the SHA-512 of every package: \`npm ci\` refuses other
  bytes. It names no registry (\`.npmrc\` sees to that), so that a mirror may serve them.
- The one thing that no hash in the lock covers is what the script of \`node\` fetches: it is trusted for its name and
  version, from the same registry.
- Nothing comes from git, a URL or a folder.`;

/** When the advisories below were looked for, package by package. */
export const CHECKED_ON = '2026-11-21';

/**
 * Advisories for packages that are in the lock, or were in what older versions of these needed.
 *
 * @type {{ ids: string[], name: string, fixedIn: string, remark: string }[]}
 */
export const ADVISORIES = [
  {
    ids: ['CVE-2018-1002203'],
    name: 'unzipper',
    fixedIn: '0.8.13',
    remark: '`Extract` wrote outside of its folder. Not called here: this project judges names, and writes, itself.',
  },
  {
    ids: ['CVE-2026-17514'],
    name: 'unzipper',
    fixedIn: '0.12.5',
    remark: '`Extract` and `extract` wrote into a neighbouring folder whose name begins alike. Not called here.',
  },
  {
    ids: ['GHSA-37qj-frw5-hhjh'],
    name: 'fast-xml-parser',
    fixedIn: '5.3.4',
    remark: 'Entities that end the process. AWS replaced this parser by one of its own in client-s3 3.1074.0.',
  },
  {
    ids: ['GHSA-jmr7-xgp7-cmfj'],
    name: 'fast-xml-parser',
    fixedIn: '5.3.6',
    remark: 'Entities that expand without end.',
  },
  { ids: ['GHSA-fj3w-jwp8-x2g3'], name: 'fast-xml-parser', fixedIn: '5.3.8', remark: 'A stack that overflows.' },
  { ids: ['GHSA-8gc5-j5rx-235r'], name: 'fast-xml-parser', fixedIn: '5.5.6', remark: 'Entities, again.' },
  { ids: ['GHSA-jp2q-39xq-3w4g'], name: 'fast-xml-parser', fixedIn: '5.5.7', remark: 'Entities, again.' },
  {
    ids: ['GHSA-gh4j-gqv2-49f6'],
    name: 'fast-xml-parser',
    fixedIn: '5.7.0',
    remark: 'Comments and CDATA that it writes.',
  },
  {
    ids: ['CVE-2026-44665'],
    name: 'fast-xml-builder',
    fixedIn: '1.1.7',
    remark: 'Came with fast-xml-parser, and left with it.',
  },
  {
    ids: ['GHSA-6475-r3vj-m8vf'],
    name: '@smithy/config-resolver',
    fixedIn: '4.4.0',
    remark: 'A region was not checked to be a part of a host’s name. Now in `@smithy/core`, which checks it.',
  },
  {
    ids: ['CVE-2026-33671', 'CVE-2026-33672'],
    name: 'picomatch',
    fixedIn: '4.0.4',
    remark: 'Hostile patterns. For the tests only.',
  },
  { ids: ['CVE-2026-6322'], name: 'fast-uri', fixedIn: '3.1.2', remark: 'Comes with ajv, for development only.' },
  { ids: ['CVE-2026-13676'], name: 'fast-uri', fixedIn: '3.1.3', remark: 'As above.' },
  {
    ids: ['CVE-2026-75899', 'CVE-2026-75931', 'CVE-2026-75975', 'CVE-2026-76172'],
    name: 'fast-uri',
    fixedIn: '3.1.6',
    remark: 'As above.',
  },
  { ids: ['CVE-2026-84292', 'CVE-2026-84394'], name: 'fast-uri', fixedIn: '3.1.7', remark: 'As above.' },
];
