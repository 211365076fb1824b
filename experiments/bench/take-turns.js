/** @typedef {{ name: string, turn: number }} TurnNote `turn` 0 warms up. */

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
  for (let turn = 0; turn <= runs; turn++) {
    for (const player of players.filter(takesPart)) {
      onTurn({ name: player.name, turn });
      await take(player, turn);
    }
  }
}
