#!/usr/bin/env node
// An old Node has to reach the message. So this file imports nothing before it knows the version, and has no syntax newer
// than modules and top-level await.
const MIN_NODE = 24;

if (Number.parseInt(process.versions.node, 10) >= MIN_NODE) {
  (await import('./cli/load-quickly.js')).loadQuickly();
  await (await import('./cli/command-line.js')).runCommandLine(process.argv.slice(2));
} else {
  const code = 'usage/old-node';
  const message =
    `Node ${MIN_NODE} or later is needed, this is ${process.version}; ` +
    'install it from https://nodejs.org (in a checkout, `npx sluice` runs the right one)';
  // A script that asked for JSON gets JSON.
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error: { code, message } }, null, 2));
  console.error(`sluice: ${code}: ${message}`);
  process.exitCode = 2;
}

export {};
