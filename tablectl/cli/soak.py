"""`tablectl soak`: thousands of rounds in memory, with faults and slips, and what must hold."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tablectl.cli.soak_progress import Progress, interruptible
from tablectl.cli.trouble import FAILED, INTERRUPTED, Trouble
from tablectl.fitting import Preset
from tablectl.games.catalogue import GAMES
from tablectl.soak.reached import reached_in
from tablectl.soak.result import NAMED, Result, Tally
from tablectl.soak.saving import Asked, Keeping, Save
from tablectl.soak.shrinking import shrunk
from tablectl.soak.soaking import soak as soaked
from tablectl.soak.stretch import Stretch
from tablectl.soak.troubles import Rates
from tablectl.words.canonical import dumps

RATE = click.FloatRange(min=0, max=1)


@click.command()
@click.option(
    "--game",
    type=click.Choice(list(GAMES)),
    default="three_card_poker",
    show_default=True,
    help="What is played.",
)
@click.option(
    "--rounds", type=click.IntRange(min=1), default=1_000, show_default=True, help="How many."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of all chance.")
@click.option(
    "--faults", type=RATE, default=0.2, show_default=True, help="Faults of devices a round."
)
@click.option(
    "--errors", type=RATE, default=0.2, show_default=True, help="Slips of people a round."
)
@click.option(
    "--restarts",
    type=RATE,
    default=0.05,
    show_default=True,
    help="Deaths of the controller a round.",
)
@click.option(
    "--preset",
    "presets",
    type=click.Choice([preset.value for preset in Preset]),
    multiple=True,
    help="Only tables with these devices; all that the game can have if left out.",
)
@click.option("--method", "methods", multiple=True, help="Only these ways of dealing.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Processes that play at a time; the result is the same.",
)
@click.option(
    "--scenario",
    "retold",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("disagreement.yaml"),
    show_default=True,
    help="Where a disagreement of the referee is written as a scenario.",
)
@click.option(
    "--save",
    "saved",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep what was counted in this file, and go on from there if the soak has begun already.",
)
@click.option("--quiet", is_flag=True, help="Do not tell how far it has got.")
@click.option("--reached", is_flag=True, help="Tell also what was reached, and what was not.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def soak(
    game: str,
    rounds: int,
    seed: int,
    faults: float,
    errors: float,
    restarts: float,
    presets: tuple[str, ...],
    methods: tuple[str, ...],
    jobs: int,
    retold: Path,
    saved: Path | None,
    quiet: bool,
    reached: bool,
    as_json: bool,
) -> None:
    """Play many rounds in memory, byte by byte, while devices fail and people slip.

    The tables of the game take turns, ten rounds each: every way of dealing with every preset that
    goes with it. At each, simulated devices have faults, simulated people make mistakes, and now
    and then the controller dies and is started again. Meanwhile everything is watched that must
    hold whatever happens: no belief and no ruling against what devices and people told, no card
    made or lost in the ledger, nothing that leaves before it is on record, no act taken that was
    not due, a way to a closed table from everywhere, and a record that leads to the same state
    when it is read again.

    What happened to cards and nobody could have known is counted as undetected.

    In three card poker, let it ride and blackjack a referee with rules of its own judges every
    ruling, order and settlement, whatever the cards are dealt from. Its first disagreement ends
    the soak; it is shrunk and written as a scenario that shows it.

    How far it has got is told on the error stream. Ctrl-C ends it with the stretch in play, tells
    the result so far and exits with 130. With --save what was counted is kept every ten seconds and
    at the end: the same command, started again after Ctrl-C or after it was killed, goes on from
    there, and comes to the same result.

    \b
    Examples:
      tablectl soak --rounds 10000 --seed 7
      tablectl soak --rounds 200000 --jobs 2 --save long.soak --json
      tablectl soak --rounds 500 --faults 0 --errors 1 --preset blind --json

    The same seed gives the same rounds, and a table plays the same rounds whichever others are
    asked for beside it. Exits with 1 if anything was violated or the referee disagrees, and names
    the first of it.
    """
    for method in methods:
        if method not in GAMES[game].methods:
            known = ", ".join(GAMES[game].methods)
            raise Trouble("no_such_method", f"{game} is not dealt by {method}", f"it has {known}")
    asked = Asked(
        game, rounds, seed, Rates(faults, errors, restarts), tuple(map(Preset, presets)), methods
    )
    result = _soaked(asked, jobs, Save(saved, asked) if saved else None, quiet=quiet)
    if not result.tables:
        raise Trouble("no_table", "no table has these presets and methods", "leave some out")
    account = reached_in(result) if reached else None
    if as_json:
        plain = result.as_plain()
        click.echo(dumps({**plain, "reached": account.as_plain()} if account else plain))
    else:
        click.echo("\n".join([_told(result), *(account.lines() if account else ())]))
    if result.dissent is not None:
        _retell(result.dissent, retold)
    if result.interrupted:
        click.echo(_way_on(result.whole.rounds, rounds, saved), err=True)
        raise click.exceptions.Exit(INTERRUPTED)
    if result.whole.violations or result.whole.disagreements:
        raise click.exceptions.Exit(FAILED)


def _soaked(asked: Asked, jobs: int, save: Save | None, *, quiet: bool) -> Result:
    """Play, telling how far it has got, and keep what is counted if it is to be kept."""
    begun = save.found() if save else None
    before = begun.whole.rounds if begun else 0
    progress = Progress(asked.rounds, sys.stderr, done_before=before)
    keeping = Keeping(save) if save else None

    def counted(result: Result) -> None:
        if keeping is not None:
            keeping(result)
        if not quiet:
            progress(result)

    with interruptible() as interrupted:
        result = soaked(
            asked.game,
            asked.rounds,
            asked.seed,
            asked.rates,
            presets=asked.presets,
            methods=asked.methods,
            jobs=jobs,
            begun=begun,
            progress=counted,
            stopping=interrupted.is_set,
        )
    if keeping is not None:
        keeping.end(result)
    if not quiet:
        progress.end()
    return result


def _way_on(played: int, rounds: int, saved: Path | None) -> str:
    if saved is None:
        way = "nothing is kept; with --save FILE the same command would go on from here"
    else:
        way = f"the same command with --save {saved} goes on from here"
    return f"interrupted after {played:,} of {rounds:,} rounds: {way}"


def _retell(stretch: Stretch, path: Path) -> None:
    """Write the scenario; on the error stream it does not get into anybody's JSON."""
    text = shrunk(stretch)
    if not text:
        click.echo("no scenario shows the disagreement; its stretch does", err=True)
        return
    path.write_text(text, encoding="utf-8")
    click.echo(f"the disagreement as a scenario: {path}", err=True)


def _told(result: Result) -> str:
    whole = result.whole
    lines = [
        f"{whole.rounds:,} rounds, {whole.void:,} of them void, in {result.seconds:.1f} s: "
        f"{result.rounds_per_second:.0f} a second",
        f"acts           {whole.acts_per_round:.1f} a round; {whole.refused:,} refused",
        f"went wrong     {whole.happened.total():,}; the controller died {whole.restarts:,} times",
        f"irregularities {whole.irregularities.total():,}: {_counts(whole.irregularities)}",
        f"undetected     {whole.undetected.total():,}",
        *(_undetected(name, tally) for name, tally in result.tables.items() if tally.undetected),
        f"violations     {len(whole.violations):,}",
        *(f"  {violation}" for violation in whole.violations[:NAMED]),
        f"judged         {whole.judged:,} rulings; unknowable: {_counts(whole.unknowable)}",
        f"disagreements  {len(whole.disagreements):,}",
        *(f"  {each}" for each in whole.disagreements[:NAMED]),
    ]
    return "\n".join(lines)


def _undetected(name: str, tally: Tally) -> str:
    return f"  {name}: {_counts(tally.undetected)}"


def _counts(counted: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counted.items())) or "none"
