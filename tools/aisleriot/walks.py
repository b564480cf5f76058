"""Random games in AisleRiot that get somewhere, for the comparison and the recording."""

from collections.abc import Iterator
from random import Random

from engine.game import Game
from engine.state import State
from tools.aisleriot.late_positions import late_position
from tools.aisleriot.program import Look, Program, Words, engine_action


def walk(
    program: Program, chance: Random, steps: int, *, late: bool = False
) -> Iterator[tuple[Look, Words | None]]:
    """Yield the positions of a random game and the action chosen in each, None in the last.

    Mostly moves that score come first, positions that were there before are avoided, and actions
    that this engine refuses are not chosen.  A `late` game starts with most cards out of the way,
    so that the ends are met too.
    """
    program.deal(chance.randrange(10**6))
    setting = program.setting
    game = setting.game
    if late:
        state = late_position(setting, program.look().now.state, chance)
        if state is not None:
            program.put(state)
    seen: set[State] = set()
    for left in range(steps, -1, -1):
        look = program.look()
        seen.add(look.now.state)
        action = None if look.now.won or not left else _choose(game, look, seen, chance)
        yield look, action
        if action is None:
            return
        program.do(action)


def _choose(game: Game, look: Look, seen: set[State], chance: Random) -> Words | None:
    """Choose an action that is legal on both sides: what follows a slip tells nothing."""

    def weight(action: Words) -> float:
        position = look.actions[action]
        if position is None or position.state in seen:
            return 0.01
        if position.won:
            return 100
        after = position.state
        if after.score != look.now.state.score:
            return 8 if after.score > look.now.state.score else 0.2
        return 1 if action[0] == "drag" else 0.5

    state = look.now.state
    actions = [action for action in look.actions if game.is_legal(state, engine_action(action))]
    weights = [weight(action) for action in actions]
    return chance.choices(actions, weights)[0] if actions else None
