/**
 * Counts how often the event loop gets a turn.
 *
 * @template Result
 * @param {() => Promise<Result>} act
 * @returns {Promise<{ result: Result, turns: number }>}
 */
export async function turnsOf(act) {
  let turns = 0;
  const look = () => {
    turns += 1;
    looking = setImmediate(look);
  };
  let looking = setImmediate(look);
  try {
    const result = await act();
    return { result, turns };
  } finally {
    clearImmediate(looking);
  }
}
