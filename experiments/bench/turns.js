/**
 * @typedef {{ name: string, turn: number, runs: number, secondsLeft: number | null }} TurnNote `turn` 0 warms up; from then
 *   on it is known how long it will take.
 */

/**
 * Lets several do something turn by turn, so that a machine that is slow for a while is so for all of them.
 *
 * @template {{ name: string }} Player
 * @param {Player[]} players
 * @param {object} how
 * @param {number} how.runs Turns behind the first one, which warms up.
 * @param {(player: Player) => boolean} [how.takesPart] Asked before each turn.
 * @param {(note: TurnNote) => void} how.onTurn
 * @param {(player: Player, turn: number) => Promise<void>} take
 */
export async function takeTurns(players, { runs, takesPart = () => true, onTurn }, take) {
  /** @type {Map<Player, number>} */
  const seconds = new Map();
  for (let turn = 0; turn <= runs; turn++) {
    for (const [index, player] of players.entries()) {
      if (!takesPart(player)) continue;
      let secondsLeft = 0;
      for (const [other, rival] of players.entries()) {
        if (takesPart(rival)) secondsLeft += (seconds.get(rival) ?? 0) * (runs - turn + Number(other >= index));
      }
      onTurn({ name: player.name, turn, runs, secondsLeft: turn === 0 ? null : secondsLeft });
      const start = performance.now();
      await take(player, turn);
      seconds.set(player, (performance.now() - start) / 1000);
    }
  }
}
