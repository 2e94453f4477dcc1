#!/usr/bin/env python3
"""The questions of `speed.py` asked of other tools: `peers.py TOOL QUESTION SIZE` prints one number of the answer."""

import sys
from fractions import Fraction


def icepool_sum(n):
    import icepool

    return (n @ icepool.d(6)).probability(n * 7 // 2)


def icepool_best(n):
    import icepool

    return icepool.d(n).highest(10, 3).probability(2 * n)


def icepool_rares(n):
    import icepool

    roll = icepool.d(100) - 1

    def use(state, rolled):
        offset, rares = state
        if rolled + offset < 3:
            return 5, rares + 1
        if rolled + offset < 40:
            return offset, rares
        return max(offset - 1, -40), rares

    state = icepool.Die([(5, 0)])
    for _ in range(n):
        state = icepool.map(use, state, roll, star=False)
    return state.marginals[1].probability(n // 20)


def dyce_sum(n):
    from dyce import H

    law = n @ H(6)
    return Fraction(law[n * 7 // 2], law.total)


def dyce_best(n):
    from dyce import P

    law = (10 @ P(n)).at(slice(-3, None))
    return Fraction(law[2 * n], law.total)


def main():
    tool, question, size = sys.argv[1:]
    ask = globals().get(f"{tool}_{question}")
    if ask is None:
        sys.exit(f"{tool} was not asked this")
    sys.set_int_max_str_digits(0)
    print(ask(int(size)))


if __name__ == "__main__":
    main()
