import { readFileSync } from 'node:fs';
import { printSeen } from '../harness/print-seen.js';
import { openClient } from './clients.js';
import { measureWay } from './measure-way.js';

/** @import { Target } from './measure-way.js' */
/** @import { WayId } from './ways.js' */

// The program of a cell: one way to ask, from Node. `certPath` is null without TLS.

/** @type {{ way: WayId, targets: Target[], certPath: string | null }} */
const { way, targets, certPath } = JSON.parse(process.argv[2]);
const tls = certPath === null ? false : { ca: readFileSync(certPath, 'utf8') };
printSeen(await measureWay(targets, url => openClient(way, url, tls)));
