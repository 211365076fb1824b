/** @typedef {{ name: string, turn: number }} TurnNote Turn 0 is the warm-up. */

/**
 * Lets players act in turns, so that a slow phase of the machine affects all of them.
 *
 * @template {{ name: string }} Player
 * @param {Player[]} players
 * @param {object} how
 * @param {number} how.runs Turns after the warm-up.
 * @param {(player: Player) => boolean} [how.takesPart] Checked before each turn.
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
