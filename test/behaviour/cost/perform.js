import { readFile } from 'node:fs/promises';
import { destinationStore } from '../../../src/checkpoint/store.js';
import { openDestination } from '../../../src/destination/open.js';
import { inspectArchive } from '../../../src/inspect/inspect-archive.js';
import { processArchive } from '../../../src/job/archive.js';
import { archivesIn } from '../../../src/lambda/events.js';
import { explainRecipe } from '../../../src/recipe/explain-recipe.js';
import { parseRecipe, parseRecipeJson } from '../../../src/recipe/read-recipe.js';
import { openSource } from '../../../src/source/open-source.js';

/** @import { Turn } from '../../../src/checkpoint/turn.js' */
/** @import { Destination } from '../../../src/destination/open.js' */
/** @import { Act } from './measure.js' */

/** @param {Act} act */
export async function perform({ kind, archive, recipe, to, event, isInTurns }) {
  const json = recipe === undefined ? '{}' : await readFile(recipe, 'utf8');
  switch (kind) {
    case 'compile':
      return void (await parseRecipe(json, 'recipe.json'));
    case 'check':
      return void (await explainRecipe(parseRecipeJson(json, 'recipe.json')));
    case 'event': {
      const unreadable = archivesIn(JSON.parse(await readFile(String(event), 'utf8'))).find(
        arrival => arrival.kind === 'unreadable',
      );
      if (unreadable !== undefined) throw unreadable.error;
      return;
    }
    default: {
      const source = await openSource(String(archive));
      const destination = kind === 'run' ? await openDestination(String(to)) : null;
      try {
        const compiled = await parseRecipe(json, 'recipe.json');
        if (destination === null) await inspectArchive({ source, recipe: compiled });
        else {
          const turn = isInTurns ? turnAt(destination, source.outputFolder) : undefined;
          await processArchive({ source, destination, recipe: compiled, turn });
        }
      } finally {
        await source.close();
        await destination?.close();
      }
    }
  }
}

/**
 * @param {Destination} destination
 * @param {string} outputFolder
 * @returns {Turn} One that has time enough.
 */
function turnAt(destination, outputFolder) {
  const store = destinationStore(destination, outputFolder);
  return { pause: new AbortController().signal, remainingMs: () => ENOUGH_MS, store };
}

const ENOUGH_MS = 1e6;
